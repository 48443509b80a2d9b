// Shows the chosen photo and sends it no larger than the server keeps it. The original goes where this fails.
const LONGEST_EDGE = 2400;
const SMALL_ENOUGH = 1_500_000; // bytes

async function shrunk(file) {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, LONGEST_EDGE / Math.max(bitmap.width, bitmap.height));
  if (scale === 1 && file.size <= SMALL_ENOUGH) return file;
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
  canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
  return blob.size < file.size ? new File([blob], "photo.jpg", { type: "image/jpeg" }) : file;
}

function preview(input, file) {
  const area = input.closest(".drop");
  area.querySelector(".drawn")?.remove();
  area.querySelector(".preview")?.remove();
  const image = document.createElement("img");
  image.className = "preview";
  image.alt = "The photo you chose";
  image.src = URL.createObjectURL(file);
  // HEIC cannot be shown everywhere; the server reads it all the same.
  image.onerror = () => image.remove();
  image.onload = () => URL.revokeObjectURL(image.src);
  area.prepend(image);
}

for (const input of document.querySelectorAll("[data-photo]")) {
  let working = Promise.resolve();
  input.addEventListener("change", () => {
    const file = input.files[0];
    if (!file) return;
    preview(input, file);
    working = shrunk(file).then((smaller) => {
      if (smaller === file || input.files[0] !== file) return;
      const files = new DataTransfer();
      files.items.add(smaller);
      input.files = files.files;
    }, () => {});
  });
  input.form.addEventListener("submit", (event) => {
    const { form } = input;
    if (form.dataset.ready) return;
    event.preventDefault();
    form.querySelector(".button.main").textContent = "Sending…";
    // A task of its own: while this event is still on its way, asking to submit does nothing.
    working.finally(() => setTimeout(() => {
      form.dataset.ready = "yes";
      form.requestSubmit();
    }));
  });
  // Back from the next page the form starts afresh.
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    delete input.form.dataset.ready;
    input.form.querySelector(".button.main").textContent = "Read it";
  });
}
