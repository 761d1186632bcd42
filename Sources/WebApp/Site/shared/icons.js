// Icons as outlines on a grid of 24; decorative, as words are always beside them or in the label.

const paths = {
  cards: "M3 8.5a2.5 2.5 0 0 1 2.5-2.5h13a2.5 2.5 0 0 1 2.5 2.5v8a2.5 2.5 0 0 1-2.5 2.5h-13a2.5 2.5 0 0 1-2.5-2.5zM3 10.5h18M7 15h4",
  review: "M4 7l2 2 3.5-4M4 16l2 2 3.5-4M13 7.5h7M13 16.5h7",
  import: "M4 15v3a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-3M12 4v11M7.5 10.5 12 15l4.5-4.5",
  type: "M5 6h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM7 10h.01M10.3 10h.01M13.7 10h.01M17 10h.01M8 14h8",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  sync: "M20 11a8 8 0 0 0-14.3-4L4 9M4 4v5h5M4 13a8 8 0 0 0 14.3 4L20 15M20 20v-5h-5",
  decisions: "M6 4v5a4 4 0 0 0 4 4h4a4 4 0 0 1 4 4v3M18 4v3a4 4 0 0 1-1.2 2.8M6 20v-3a4 4 0 0 1 1.2-2.8M4 6l2-2 2 2M16 6l2-2 2 2",
  lock: "M6 11h12a1.5 1.5 0 0 1 1.5 1.5v6A1.5 1.5 0 0 1 18 20H6a1.5 1.5 0 0 1-1.5-1.5v-6A1.5 1.5 0 0 1 6 11zM8 11V8a4 4 0 0 1 8 0v3",
  star: "M12 4.2l2.4 4.9 5.4.8-3.9 3.8.9 5.4-4.8-2.6-4.8 2.6.9-5.4-3.9-3.8 5.4-.8z",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.3 15.3 20 20",
  grid: "M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z",
  list: "M4 6.5h.01M4 12h.01M4 17.5h.01M8.5 6.5H20M8.5 12H20M8.5 17.5H20",
  back: "M19 12H5M11 6l-6 6 6 6",
  previous: "M14.5 5.5 8 12l6.5 6.5",
  next: "M9.5 5.5 16 12l-6.5 6.5",
  close: "M6 6l12 12M18 6 6 18",
  copy: "M9 9h10v11H9zM5 15V4h10",
  check: "M5 12.5l4.5 4.5L19 7.5",
  warning: "M12 4 2.8 19.5h18.4zM12 10v4.5M12 17h.01",
  clock: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 7.5V12l3 2",
  expired: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM9 9l6 6M15 9l-6 6",
  once: "M4 8a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v2a2 2 0 0 0 0 4v2a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-2a2 2 0 0 0 0-4zM11 10l1.5-1v6",
  archive: "M4 5h16v4H4zM5.5 9v10h13V9M10 13h4",
  remove: "M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.4L17 7M10.5 11v5M13.5 11v5",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  hide: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM4 4l16 16",
  camera: "M4 8h3.5L9 5.5h6L16.5 8H20a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1zM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z",
  light: "M9 3h6l-1 6h3l-7 12 1.5-8.5H8z",
  phone: "M8 3h8a1.5 1.5 0 0 1 1.5 1.5v15A1.5 1.5 0 0 1 16 21H8a1.5 1.5 0 0 1-1.5-1.5v-15A1.5 1.5 0 0 1 8 3zM11 18h2",
  photo: "M4 5h16v14H4zM4 16l5-5 4 4 2.5-2.5L20 17M15.5 9h.01",
  print: "M7 9V4h10v5M7 17H4v-7h16v7h-3M7 14h10v6H7z",
  history: "M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4.5l3 1.8",
  undo: "M9 6 4.5 10.5 9 15M4.5 10.5H14a5 5 0 0 1 0 10h-3",
  redo: "M15 6l4.5 4.5L15 15M19.5 10.5H10a5 5 0 0 0 0 10h3",
  enlarge: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  edit: "M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19zM13.5 7l3.5 3.5",
  spend: "M8.8 14.1a5.3 5.3 0 1 0 0-10.6 5.3 5.3 0 0 0 0 10.6zM17.4 10.55a5.3 5.3 0 1 1-6.85 6.85",
  use: "M4 12.5 9 17 20 6.5",
  plus: "M12 5v14M5 12h14",
  join: "M7 5v4a3 3 0 0 0 3 3h4a3 3 0 0 1 3 3v4M17 5v4a3 3 0 0 1-3 3h-4a3 3 0 0 0-3 3v4",
  bars: "M4 6v12M7.5 6v12M10 6v12M14 6v12M17 6v12M20 6v12",
  matrix: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM18 14h2M14 20v-2",
  details: "M6 9.5l6 6 6-6",
  settings: "M4 8h8M18 8h2M15 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM4 16h2M12 16h8M9 13.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  export: "M4 15v3a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-3M12 15V4M7.5 8.5 12 4l4.5 4.5",
  chart: "M5 19V11M12 19V5M19 19v-5",
  sheet: "M6 3.5h8.5L19 8v12.5H6zM14 3.5V8.5h5M9 13h7M9 16.5h7",
};

const namespace = "http://www.w3.org/2000/svg";

/** An icon by its name. */
export function icon(name) {
  const svg = document.createElementNS(namespace, "svg");
  const path = document.createElementNS(namespace, "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("focusable", "false");
  path.setAttribute("d", paths[name]);
  svg.append(path);
  return svg;
}
