// Five hints for a first game, each once, when there is something to point at. Which of them have been seen the browser remembers; the
// server does not.

const box = document.querySelector("[data-hints]");
const seen = (id) => localStorage.getItem(`fieldpost-hint-${id}`);
const put = (id) => localStorage.setItem(`fieldpost-hint-${id}`, "seen");

function look() {
  const hints = [...box.querySelectorAll("[data-hint]")];
  // A question is to be answered: nothing comes between it and its answers.
  const asked = document.querySelector(".ask[data-question]");
  const now = asked ? undefined : hints.find((h) => !seen(h.dataset.hint) && document.querySelector(h.dataset.when));
  for (const hint of hints) if (hint.hidden !== (hint !== now)) hint.hidden = hint !== now;
  if (box.hidden !== !now) box.hidden = !now;
  // It stands in the desk, above what it speaks of, and so lies over nothing.
  const desk = document.getElementById("desk");
  const part = now && [...desk.children].find((child) => child !== box && (child.matches(now.dataset.when) || child.querySelector(now.dataset.when)));
  const before = part?.matches(".ask") ? part.nextElementSibling : part ?? desk.querySelector(".ask").nextElementSibling;
  if (box.parentElement !== desk || before !== box && box.nextElementSibling !== before) desk.insertBefore(box, before === box ? box.nextElementSibling : before);
}

if (box) {
  box.addEventListener("click", (event) => {
    const hint = event.target.closest("[data-hint]");
    if (event.target.closest("[data-hint-done]")) put(hint.dataset.hint);
    else if (event.target.closest("[data-hints-off]")) for (const h of box.querySelectorAll("[data-hint]")) put(h.dataset.hint);
    else return;
    look();
    document.getElementById("desk")?.focus({ preventScroll: true });
  });
  new MutationObserver(look).observe(document.querySelector(".table"), { childList: true, subtree: true });
  look();
}
