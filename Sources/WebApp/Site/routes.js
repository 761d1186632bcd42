// Which view an address shows, and its title. Ids are random: an address says nothing about a card, nor does a title.

import { cards } from "./cards.js";
import { decisions } from "./decisions.js";
import { edit } from "./edit.js";
import { history } from "./history.js";
import { importing } from "./import.js";
import { more } from "./more.js";
import { review } from "./review.js";
import { scanHelp } from "./scan-help.js";
import { scan } from "./scan.js";
import { sheet } from "./sheet.js";
import { sync } from "./sync.js";
import { till } from "./till.js";
import { type } from "./type.js";

export const routes = [
  [/^\/$/, cards, "Cards"],
  [/^\/card\/([0-9a-f]{32})$/, till, "Card"],
  [/^\/edit\/([0-9a-f]{32})$/, edit, "Edit card"],
  [/^\/history\/([0-9a-f]{32})$/, history, "Card history"],
  [/^\/review$/, review, "Review"],
  [/^\/import$/, importing, "Import"],
  [/^\/scan$/, scan, "Scan"],
  [/^\/scan-help$/, scanHelp, "Not scanning?"],
  [/^\/type$/, type, "Type a card"],
  [/^\/sync$/, sync, "Sync"],
  [/^\/decisions$/, decisions, "Decisions"],
  [/^\/sheet$/, sheet, "Recovery sheet"],
  [/^\/more$/, more, "More"],
];
