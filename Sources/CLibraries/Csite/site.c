#include "csite.h"

// Swift's own way, an array literal of each file, takes 49 s of compiling (measured); this takes 0.1 s.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct csite_file files[] = {
  {"app.css", (const uint8_t[]){
#embed "../../WebApp/Site/app.css" suffix(, 0)
  }},
  {"app.js", (const uint8_t[]){
#embed "../../WebApp/Site/app.js" suffix(, 0)
  }},
  {"app.webmanifest", (const uint8_t[]){
#embed "../../WebApp/Site/app.webmanifest" suffix(, 0)
  }},
  {"cards/balance.js", (const uint8_t[]){
#embed "../../WebApp/Site/cards/balance.js" suffix(, 0)
  }},
  {"cards/cards.css", (const uint8_t[]){
#embed "../../WebApp/Site/cards/cards.css" suffix(, 0)
  }},
  {"cards/cards.js", (const uint8_t[]){
#embed "../../WebApp/Site/cards/cards.js" suffix(, 0)
  }},
  {"cards/code-field.js", (const uint8_t[]){
#embed "../../WebApp/Site/cards/code-field.js" suffix(, 0)
  }},
  {"cards/colour.js", (const uint8_t[]){
#embed "../../WebApp/Site/cards/colour.js" suffix(, 0)
  }},
  {"cards/details.js", (const uint8_t[]){
#embed "../../WebApp/Site/cards/details.js" suffix(, 0)
  }},
  {"cards/edit.js", (const uint8_t[]){
#embed "../../WebApp/Site/cards/edit.js" suffix(, 0)
  }},
  {"cards/form.js", (const uint8_t[]){
#embed "../../WebApp/Site/cards/form.js" suffix(, 0)
  }},
  {"cards/history.js", (const uint8_t[]){
#embed "../../WebApp/Site/cards/history.js" suffix(, 0)
  }},
  {"cards/log.js", (const uint8_t[]){
#embed "../../WebApp/Site/cards/log.js" suffix(, 0)
  }},
  {"cards/menu.js", (const uint8_t[]){
#embed "../../WebApp/Site/cards/menu.js" suffix(, 0)
  }},
  {"cards/photo-fields.js", (const uint8_t[]){
#embed "../../WebApp/Site/cards/photo-fields.js" suffix(, 0)
  }},
  {"cards/picks.js", (const uint8_t[]){
#embed "../../WebApp/Site/cards/picks.js" suffix(, 0)
  }},
  {"cards/pictures.js", (const uint8_t[]){
#embed "../../WebApp/Site/cards/pictures.js" suffix(, 0)
  }},
  {"cards/restoring.js", (const uint8_t[]){
#embed "../../WebApp/Site/cards/restoring.js" suffix(, 0)
  }},
  {"cards/selection.js", (const uint8_t[]){
#embed "../../WebApp/Site/cards/selection.js" suffix(, 0)
  }},
  {"cards/tag-field.js", (const uint8_t[]){
#embed "../../WebApp/Site/cards/tag-field.js" suffix(, 0)
  }},
  {"cards/tile.js", (const uint8_t[]){
#embed "../../WebApp/Site/cards/tile.js" suffix(, 0)
  }},
  {"cards/type.js", (const uint8_t[]){
#embed "../../WebApp/Site/cards/type.js" suffix(, 0)
  }},
  {"icon.svg", (const uint8_t[]){
#embed "../../WebApp/Site/icon.svg" suffix(, 0)
  }},
  {"import/columns.js", (const uint8_t[]){
#embed "../../WebApp/Site/import/columns.js" suffix(, 0)
  }},
  {"import/import.js", (const uint8_t[]){
#embed "../../WebApp/Site/import/import.js" suffix(, 0)
  }},
  {"import/link.js", (const uint8_t[]){
#embed "../../WebApp/Site/import/link.js" suffix(, 0)
  }},
  {"import/password.js", (const uint8_t[]){
#embed "../../WebApp/Site/import/password.js" suffix(, 0)
  }},
  {"import/preview.js", (const uint8_t[]){
#embed "../../WebApp/Site/import/preview.js" suffix(, 0)
  }},
  {"import/queue.js", (const uint8_t[]){
#embed "../../WebApp/Site/import/queue.js" suffix(, 0)
  }},
  {"import/storing.js", (const uint8_t[]){
#embed "../../WebApp/Site/import/storing.js" suffix(, 0)
  }},
  {"index.html", (const uint8_t[]){
#embed "../../WebApp/Site/index.html" suffix(, 0)
  }},
  {"review/decisions.js", (const uint8_t[]){
#embed "../../WebApp/Site/review/decisions.js" suffix(, 0)
  }},
  {"review/photo-mark.js", (const uint8_t[]){
#embed "../../WebApp/Site/review/photo-mark.js" suffix(, 0)
  }},
  {"review/review.js", (const uint8_t[]){
#embed "../../WebApp/Site/review/review.js" suffix(, 0)
  }},
  {"routes.js", (const uint8_t[]){
#embed "../../WebApp/Site/routes.js" suffix(, 0)
  }},
  {"scan/camera.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan/camera.js" suffix(, 0)
  }},
  {"scan/candidates.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan/candidates.js" suffix(, 0)
  }},
  {"scan/controls.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan/controls.js" suffix(, 0)
  }},
  {"scan/coordinates.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan/coordinates.js" suffix(, 0)
  }},
  {"scan/frame.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan/frame.js" suffix(, 0)
  }},
  {"scan/help.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan/help.js" suffix(, 0)
  }},
  {"scan/inline-scanner.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan/inline-scanner.js" suffix(, 0)
  }},
  {"scan/loop.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan/loop.js" suffix(, 0)
  }},
  {"scan/overlay.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan/overlay.js" suffix(, 0)
  }},
  {"scan/panel.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan/panel.js" suffix(, 0)
  }},
  {"scan/sample-camera.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan/sample-camera.js" suffix(, 0)
  }},
  {"scan/scan.css", (const uint8_t[]){
#embed "../../WebApp/Site/scan/scan.css" suffix(, 0)
  }},
  {"scan/scan.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan/scan.js" suffix(, 0)
  }},
  {"scan/scanner.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan/scanner.js" suffix(, 0)
  }},
  {"scan/settings.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan/settings.js" suffix(, 0)
  }},
  {"scan/signals.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan/signals.js" suffix(, 0)
  }},
  {"scan/stage.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan/stage.js" suffix(, 0)
  }},
  {"scan/states.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan/states.js" suffix(, 0)
  }},
  {"scan/target.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan/target.js" suffix(, 0)
  }},
  {"scan/tray.js", (const uint8_t[]){
#embed "../../WebApp/Site/scan/tray.js" suffix(, 0)
  }},
  {"shared/api.js", (const uint8_t[]){
#embed "../../WebApp/Site/shared/api.js" suffix(, 0)
  }},
  {"shared/banner.js", (const uint8_t[]){
#embed "../../WebApp/Site/shared/banner.js" suffix(, 0)
  }},
  {"shared/base.css", (const uint8_t[]){
#embed "../../WebApp/Site/shared/base.css" suffix(, 0)
  }},
  {"shared/copying.js", (const uint8_t[]){
#embed "../../WebApp/Site/shared/copying.js" suffix(, 0)
  }},
  {"shared/dialog.js", (const uint8_t[]){
#embed "../../WebApp/Site/shared/dialog.js" suffix(, 0)
  }},
  {"shared/element.js", (const uint8_t[]){
#embed "../../WebApp/Site/shared/element.js" suffix(, 0)
  }},
  {"shared/failure-page.js", (const uint8_t[]){
#embed "../../WebApp/Site/shared/failure-page.js" suffix(, 0)
  }},
  {"shared/field-problem.js", (const uint8_t[]){
#embed "../../WebApp/Site/shared/field-problem.js" suffix(, 0)
  }},
  {"shared/forms.css", (const uint8_t[]){
#embed "../../WebApp/Site/shared/forms.css" suffix(, 0)
  }},
  {"shared/frame.js", (const uint8_t[]){
#embed "../../WebApp/Site/shared/frame.js" suffix(, 0)
  }},
  {"shared/icons.js", (const uint8_t[]){
#embed "../../WebApp/Site/shared/icons.js" suffix(, 0)
  }},
  {"shared/masked.js", (const uint8_t[]){
#embed "../../WebApp/Site/shared/masked.js" suffix(, 0)
  }},
  {"shared/new-version.js", (const uint8_t[]){
#embed "../../WebApp/Site/shared/new-version.js" suffix(, 0)
  }},
  {"shared/notices.js", (const uint8_t[]){
#embed "../../WebApp/Site/shared/notices.js" suffix(, 0)
  }},
  {"shared/pages.css", (const uint8_t[]){
#embed "../../WebApp/Site/shared/pages.css" suffix(, 0)
  }},
  {"shared/saving.js", (const uint8_t[]){
#embed "../../WebApp/Site/shared/saving.js" suffix(, 0)
  }},
  {"shared/symbol.js", (const uint8_t[]){
#embed "../../WebApp/Site/shared/symbol.js" suffix(, 0)
  }},
  {"shared/wake-lock.js", (const uint8_t[]){
#embed "../../WebApp/Site/shared/wake-lock.js" suffix(, 0)
  }},
  {"shared/words.js", (const uint8_t[]){
#embed "../../WebApp/Site/shared/words.js" suffix(, 0)
  }},
  {"till/surface.js", (const uint8_t[]){
#embed "../../WebApp/Site/till/surface.js" suffix(, 0)
  }},
  {"till/till.css", (const uint8_t[]){
#embed "../../WebApp/Site/till/till.css" suffix(, 0)
  }},
  {"till/till.js", (const uint8_t[]){
#embed "../../WebApp/Site/till/till.js" suffix(, 0)
  }},
  {"vault/checking.js", (const uint8_t[]){
#embed "../../WebApp/Site/vault/checking.js" suffix(, 0)
  }},
  {"vault/export-to.js", (const uint8_t[]){
#embed "../../WebApp/Site/vault/export-to.js" suffix(, 0)
  }},
  {"vault/export.js", (const uint8_t[]){
#embed "../../WebApp/Site/vault/export.js" suffix(, 0)
  }},
  {"vault/merge.js", (const uint8_t[]){
#embed "../../WebApp/Site/vault/merge.js" suffix(, 0)
  }},
  {"vault/more.js", (const uint8_t[]){
#embed "../../WebApp/Site/vault/more.js" suffix(, 0)
  }},
  {"vault/passphrase-strength.js", (const uint8_t[]){
#embed "../../WebApp/Site/vault/passphrase-strength.js" suffix(, 0)
  }},
  {"vault/sheet.js", (const uint8_t[]){
#embed "../../WebApp/Site/vault/sheet.js" suffix(, 0)
  }},
  {"vault/sign-in.js", (const uint8_t[]){
#embed "../../WebApp/Site/vault/sign-in.js" suffix(, 0)
  }},
  {"vault/statistics.js", (const uint8_t[]){
#embed "../../WebApp/Site/vault/statistics.js" suffix(, 0)
  }},
  {"vault/sync.js", (const uint8_t[]){
#embed "../../WebApp/Site/vault/sync.js" suffix(, 0)
  }},
  {"vault/trust.js", (const uint8_t[]){
#embed "../../WebApp/Site/vault/trust.js" suffix(, 0)
  }},
};

const struct csite_file *csite_file(size_t number) {
  return number < sizeof files / sizeof *files ? &files[number] : NULL;
}
