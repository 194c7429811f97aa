// On every page: says that scripts run, and makes addresses easy to copy.
document.documentElement.classList.replace("no-js", "js");

for (const field of document.querySelectorAll("[data-copy]")) {
  field.addEventListener("focus", () => field.select());
  if (!navigator.clipboard) continue;
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Copy" });
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(field.value);
    button.textContent = "Copied";
  });
  field.after(button);
  field.parentElement.classList.add("joined");
}
