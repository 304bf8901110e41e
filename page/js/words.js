// Numbers for people.

/** @param {number} number */
export const grouped = (number) => Math.round(number).toLocaleString("en-US");

/**
 * @param {number} number
 * @param {string} one
 */
export const plural = (number, one) => `${grouped(number)} ${one}${number === 1 ? "" : "s"}`;

/** @param {number} seconds */
export function time(seconds) {
  if (seconds < 0.01) return `${(seconds * 1000).toFixed(1)} ms`;
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

/** @param {number} bytes */
export function memory(bytes) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  const unit = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const value = bytes / 1024 ** unit;
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** @param {number} rate */
export function perSecond(rate) {
  if (rate < 1e3) return `${Math.round(rate)}/s`;
  if (rate < 1e6) return `${(rate / 1e3).toFixed(1)} k/s`;
  return `${(rate / 1e6).toFixed(1)} M/s`;
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
