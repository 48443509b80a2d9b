// Everything works without this file; it makes some things quicker.

// htmx parses answers of this server into nodes. Its policy lets HTML through and nothing that runs.
if (window.trustedTypes?.createPolicy) {
  trustedTypes.createPolicy("default", { createHTML: (markup) => markup });
}

if (document.querySelector("[data-photo]")) import("./photo.js");
if (document.body.dataset.stream) import("./live.js");

// A tick shows at once; the page that comes back tells the truth.
document.addEventListener("submit", (event) => {
  const tick = event.target.querySelector?.(":scope > .tick");
  if (tick && event.target.querySelector("[name=paid]")) tick.setAttribute("aria-pressed", "true");
});

// A gift without an estimate has to be given its price first.
document.addEventListener("click", (event) => {
  const tick = event.target.closest?.(".tick[aria-pressed=false]");
  if (!tick || tick.form.querySelector("[name=paid]")) return;
  event.preventDefault();
  const details = tick.closest("li").querySelector("details");
  details.open = true;
  details.querySelector("[name=paid]")?.focus();
});

// Another reading of the photo fills its field without a round trip.
document.addEventListener("click", (event) => {
  const chip = event.target.closest?.("[data-fill]");
  const field = chip && document.getElementById(chip.dataset.fill);
  if (!field) return;
  event.preventDefault();
  field.value = chip.dataset.value;
  field.closest(".field").classList.remove("unsure");
  field.focus();
});

// One click selects a link that is there to be copied.
document.addEventListener("focusin", (event) => {
  if (event.target.matches?.("[data-copy]")) event.target.select();
});

// A link to something inside a closed card opens the card.
function reveal() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const details = target && (target.matches("details") ? target : target.querySelector("details"));
  if (details) details.open = true;
}
addEventListener("hashchange", reveal);
reveal();

// The browser knows where the family lives, where the server was never told.
const zone = document.querySelector("form[action='/households'] select[name=zone]");
if (zone?.value === "UTC") {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if ([...zone.options].some((option) => option.value === here)) zone.value = here;
}

// Without htmx a page that waits looks again by itself.
const waiting = document.querySelector("[data-polls]");
if (waiting && !document.querySelector("script[src*='htmx']")) {
  setTimeout(() => location.reload(), waiting.dataset.polls * 1000);
}
