#include "csite.h"

// Swift's own way, an array literal of each file, takes 49 s of compiling (measured); this takes 0.1 s.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct csite_file files[] = {
  {"api.js", (const uint8_t[]){
#embed "../../WebApp/Site/api.js" suffix(, 0)
  }},
  {"app.css", (const uint8_t[]){
#embed "../../WebApp/Site/app.css" suffix(, 0)
  }},
  {"app.js", (const uint8_t[]){
#embed "../../WebApp/Site/app.js" suffix(, 0)
  }},
  {"app.webmanifest", (const uint8_t[]){
#embed "../../WebApp/Site/app.webmanifest" suffix(, 0)
  }},
  {"banner.js", (const uint8_t[]){
#embed "../../WebApp/Site/banner.js" suffix(, 0)
  }},
  {"base.css", (const uint8_t[]){
#embed "../../WebApp/Site/base.css" suffix(, 0)
  }},
  {"card-details.js", (const uint8_t[]){
#embed "../../WebApp/Site/card-details.js" suffix(, 0)
  }},
  {"card-form.js", (const uint8_t[]){
#embed "../../WebApp/Site/card-form.js" suffix(, 0)
  }},
  {"card-menu.js", (const uint8_t[]){
#embed "../../WebApp/Site/card-menu.js" suffix(, 0)
  }},
  {"card-picks.js", (const uint8_t[]){
#embed "../../WebApp/Site/card-picks.js" suffix(, 0)
  }},
  {"cards.css", (const uint8_t[]){
#embed "../../WebApp/Site/cards.css" suffix(, 0)
  }},
  {"cards.js", (const uint8_t[]){
#embed "../../WebApp/Site/cards.js" suffix(, 0)
  }},
  {"carrying.js", (const uint8_t[]){
#embed "../../WebApp/Site/carrying.js" suffix(, 0)
  }},
  {"checking.js", (const uint8_t[]){
#embed "../../WebApp/Site/checking.js" suffix(, 0)
  }},
  {"code-field.js", (const uint8_t[]){
#embed "../../WebApp/Site/code-field.js" suffix(, 0)
  }},
  {"colour.js", (const uint8_t[]){
#embed "../../WebApp/Site/colour.js" suffix(, 0)
  }},
  {"copying.js", (const uint8_t[]){
#embed "../../WebApp/Site/copying.js" suffix(, 0)
  }},
  {"decisions.js", (const uint8_t[]){
#embed "../../WebApp/Site/decisions.js" suffix(, 0)
  }},
  {"dialog.js", (const uint8_t[]){
#embed "../../WebApp/Site/dialog.js" suffix(, 0)
  }},
  {"edit.js", (const uint8_t[]){
#embed "../../WebApp/Site/edit.js" suffix(, 0)
  }},
  {"element.js", (const uint8_t[]){
#embed "../../WebApp/Site/element.js" suffix(, 0)
  }},
  {"export-to.js", (const uint8_t[]){
#embed "../../WebApp/Site/export-to.js" suffix(, 0)
  }},
  {"export.js", (const uint8_t[]){
#embed "../../WebApp/Site/export.js" suffix(, 0)
  }},
  {"failure-page.js", (const uint8_t[]){
#embed "../../WebApp/Site/failure-page.js" suffix(, 0)
  }},
  {"field-problem.js", (const uint8_t[]){
#embed "../../WebApp/Site/field-problem.js" suffix(, 0)
  }},
  {"forms.css", (const uint8_t[]){
#embed "../../WebApp/Site/forms.css" suffix(, 0)
  }},
  {"frame.js", (const uint8_t[]){
#embed "../../WebApp/Site/frame.js" suffix(, 0)
  }},
  {"history.js", (const uint8_t[]){
#embed "../../WebApp/Site/history.js" suffix(, 0)
  }},
  {"icon.svg", (const uint8_t[]){
#embed "../../WebApp/Site/icon.svg" suffix(, 0)
  }},
  {"icons.js", (const uint8_t[]){
#embed "../../WebApp/Site/icons.js" suffix(, 0)
  }},
  {"import-columns.js", (const uint8_t[]){
#embed "../../WebApp/Site/import-columns.js" suffix(, 0)
  }},
  {"import-link.js", (const uint8_t[]){
#embed "../../WebApp/Site/import-link.js" suffix(, 0)
  }},
  {"import-password.js", (const uint8_t[]){
#embed "../../WebApp/Site/import-password.js" suffix(, 0)
  }},
  {"import-preview.js", (const uint8_t[]){
#embed "../../WebApp/Site/import-preview.js" suffix(, 0)
  }},
  {"import-queue.js", (const uint8_t[]){
#embed "../../WebApp/Site/import-queue.js" suffix(, 0)
  }},
  {"import-storing.js", (const uint8_t[]){
#embed "../../WebApp/Site/import-storing.js" suffix(, 0)
  }},
  {"import.js", (const uint8_t[]){
#embed "../../WebApp/Site/import.js" suffix(, 0)
  }},
  {"index.html", (const uint8_t[]){
#embed "../../WebApp/Site/index.html" suffix(, 0)
  }},
  {"inline-scanner.js", (const uint8_t[]){
#embed "../../WebApp/Site/inline-scanner.js" suffix(, 0)
  }},
  {"merge.js", (const uint8_t[]){
#embed "../../WebApp/Site/merge.js" suffix(, 0)
  }},
  {"more.js", (const uint8_t[]){
#embed "../../WebApp/Site/more.js" suffix(, 0)
  }},
  {"new-version.js", (const uint8_t[]){
#embed "../../WebApp/Site/new-version.js" suffix(, 0)
  }},
  {"notices.js", (const uint8_t[]){
#embed "../../WebApp/Site/notices.js" suffix(, 0)
  }},
  {"pages.css", (const uint8_t[]){
#embed "../../WebApp/Site/pages.css" suffix(, 0)
  }},
  {"passphrase-strength.js", (const uint8_t[]){
#embed "../../WebApp/Site/passphrase-strength.js" suffix(, 0)
  }},
  {"photo-fields.js", (const uint8_t[]){
#embed "../../WebApp/Site/photo-fields.js" suffix(, 0)
  }},
  {"photo-mark.js", (const uint8_t[]){
#embed "../../WebApp/Site/photo-mark.js" suffix(, 0)
  }},
  {"pin.js", (const uint8_t[]){
#embed "../../WebApp/Site/pin.js" suffix(, 0)
  }},
  {"removed.js", (const uint8_t[]){
#embed "../../WebApp/Site/removed.js" suffix(, 0)
  }},
  {"review.js", (const uint8_t[]){
#embed "../../WebApp/Site/review.js" suffix(, 0)
  }},
  {"routes.js", (const uint8_t[]){
#embed "../../WebApp/Site/routes.js" suffix(, 0)
  }},
  {"sample-camera.js", (const uint8_t[]){
#embed "../../WebApp/Site/sample-camera.js" suffix(, 0)
  }},
  {"saving.js", (const uint8_t[]){
#embed "../../WebApp/Site/saving.js" suffix(, 0)
  }},
  {"scan-camera.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan-camera.js" suffix(, 0)
  }},
  {"scan-candidates.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan-candidates.js" suffix(, 0)
  }},
  {"scan-controls.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan-controls.js" suffix(, 0)
  }},
  {"scan-counts.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan-counts.js" suffix(, 0)
  }},
  {"scan-frame.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan-frame.js" suffix(, 0)
  }},
  {"scan-help.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan-help.js" suffix(, 0)
  }},
  {"scan-loop.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan-loop.js" suffix(, 0)
  }},
  {"scan-map.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan-map.js" suffix(, 0)
  }},
  {"scan-overlay.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan-overlay.js" suffix(, 0)
  }},
  {"scan-panel.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan-panel.js" suffix(, 0)
  }},
  {"scan-settings.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan-settings.js" suffix(, 0)
  }},
  {"scan-signals.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan-signals.js" suffix(, 0)
  }},
  {"scan-stage.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan-stage.js" suffix(, 0)
  }},
  {"scan-states.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan-states.js" suffix(, 0)
  }},
  {"scan-target.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan-target.js" suffix(, 0)
  }},
  {"scan-tray.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan-tray.js" suffix(, 0)
  }},
  {"scan.css", (const uint8_t[]){
#embed "../../WebApp/Site/scan.css" suffix(, 0)
  }},
  {"scan.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan.js" suffix(, 0)
  }},
  {"scanner.js", (const uint8_t[]){
#embed "../../WebApp/Site/scanner.js" suffix(, 0)
  }},
  {"selection.js", (const uint8_t[]){
#embed "../../WebApp/Site/selection.js" suffix(, 0)
  }},
  {"sheet.js", (const uint8_t[]){
#embed "../../WebApp/Site/sheet.js" suffix(, 0)
  }},
  {"sign-in.js", (const uint8_t[]){
#embed "../../WebApp/Site/sign-in.js" suffix(, 0)
  }},
  {"spend.js", (const uint8_t[]){
#embed "../../WebApp/Site/spend.js" suffix(, 0)
  }},
  {"statistics.js", (const uint8_t[]){
#embed "../../WebApp/Site/statistics.js" suffix(, 0)
  }},
  {"surface.js", (const uint8_t[]){
#embed "../../WebApp/Site/surface.js" suffix(, 0)
  }},
  {"symbol.js", (const uint8_t[]){
#embed "../../WebApp/Site/symbol.js" suffix(, 0)
  }},
  {"sync.js", (const uint8_t[]){
#embed "../../WebApp/Site/sync.js" suffix(, 0)
  }},
  {"tag-field.js", (const uint8_t[]){
#embed "../../WebApp/Site/tag-field.js" suffix(, 0)
  }},
  {"tile.js", (const uint8_t[]){
#embed "../../WebApp/Site/tile.js" suffix(, 0)
  }},
  {"till.css", (const uint8_t[]){
#embed "../../WebApp/Site/till.css" suffix(, 0)
  }},
  {"till.js", (const uint8_t[]){
#embed "../../WebApp/Site/till.js" suffix(, 0)
  }},
  {"trust.js", (const uint8_t[]){
#embed "../../WebApp/Site/trust.js" suffix(, 0)
  }},
  {"type.js", (const uint8_t[]){
#embed "../../WebApp/Site/type.js" suffix(, 0)
  }},
  {"wake-lock.js", (const uint8_t[]){
#embed "../../WebApp/Site/wake-lock.js" suffix(, 0)
  }},
  {"words.js", (const uint8_t[]){
#embed "../../WebApp/Site/words.js" suffix(, 0)
  }},
};

const struct csite_file *csite_file(size_t number) {
  return number < sizeof files / sizeof *files ? &files[number] : NULL;
}
