// All tests of the page in one process, with one browser.

import "./page.test.mjs";
import "./play.test.mjs";
import "./solve.test.mjs";
