// Which view an address shows. Ids are random: an address says nothing about a card.

import { cards } from "./cards.js";
import { decisions } from "./decisions.js";
import { edit } from "./edit.js";
import { history } from "./history.js";
import { importing } from "./import.js";
import { more } from "./more.js";
import { review } from "./review.js";
import { sheet } from "./sheet.js";
import { sync } from "./sync.js";
import { till } from "./till.js";
import { type } from "./type.js";

export const routes = [
  [/^\/$/, cards],
  [/^\/card\/([0-9a-f]{32})$/, till],
  [/^\/edit\/([0-9a-f]{32})$/, edit],
  [/^\/history\/([0-9a-f]{32})$/, history],
  [/^\/review$/, review],
  [/^\/import$/, importing],
  [/^\/type$/, type],
  [/^\/sync$/, sync],
  [/^\/decisions$/, decisions],
  [/^\/sheet$/, sheet],
  [/^\/more$/, more],
];
