// The number of a rule opens what the rules say there, without leaving the page. The rules page is fetched once, when it is first wanted.

const home = document.querySelector("[data-rules]")?.dataset.rules;
let book = null;
let box = null;

async function rules() {
  book ??= fetch(home, { headers: { Accept: "text/html" } }).then((answer) => answer.text())
    .then((text) => new DOMParser().parseFromString(text, "text/html"));
  return book;
}

// The chapter of a number, and of its paragraphs those that name it; all of them when none does.
function found(page, number) {
  const chapters = [...page.querySelectorAll(".prose section[id^=s]")];
  const chapter = chapters.find((c) => c.id === `s${number}`) ?? chapters.find((c) => c.id.slice(1).split(".")[0] === number.split(".")[0]);
  if (!chapter) return null;
  const paragraphs = [...chapter.querySelectorAll(":scope > p")];
  const names = new RegExp(`§${number.replaceAll(".", "\\.")}(?![\\d.]*\\d)`);
  const naming = paragraphs.filter((p) => names.test(p.textContent)).map((p) => alone(p, names));
  return { title: chapter.querySelector("h2").textContent, id: chapter.id, paragraphs: naming.length ? naming : paragraphs };
}

// Of a paragraph that speaks of several numbers, what it says of one.
function alone(paragraph, names) {
  const said = paragraph.textContent.split(/(?=§\d)/).filter((part) => names.test(part.slice(0, 16)));
  return said.length ? Object.assign(document.createElement("p"), { textContent: said.join(" ") }) : paragraph;
}

function close() {
  box?.from.focus?.({ preventScroll: true });
  box?.element.remove();
  box = null;
}

async function open(cite, number) {
  close();
  const element = Object.assign(document.createElement("section"), { className: "rule-box", tabIndex: -1 });
  element.setAttribute("role", "dialog");
  element.setAttribute("aria-label", `Rule ${number}`);
  box = { element, from: cite };
  document.body.append(element);
  // Beside what is asked and its answers, not over them.
  const desk = document.getElementById("desk")?.getBoundingClientRect();
  if (desk && desk.left > innerWidth / 3) element.style.right = `${Math.round(innerWidth - desk.left + 16)}px`;
  let rule = null;
  try {
    rule = found(await rules(), number);
  } catch {
    book = null;
  }
  const shut = Object.assign(document.createElement("button"), { type: "button", className: "close", textContent: "×" });
  shut.setAttribute("aria-label", "Close the rule");
  shut.addEventListener("click", close);
  const head = Object.assign(document.createElement("h2"), { className: "minor", textContent: rule ? rule.title : `§${number}` });
  const all = Object.assign(document.createElement("a"), { href: `${home}${rule ? `#${rule.id}` : ""}`, textContent: "All the rules", target: "_blank" });
  const text = rule ? rule.paragraphs.map((p) => document.importNode(p, true)) : [Object.assign(document.createElement("p"), { textContent: "The rules page does not speak of this." })];
  element.append(shut, head, ...text, Object.assign(document.createElement("p"), { className: "quiet" }));
  element.lastChild.append(all);
  element.focus({ preventScroll: true });
}

function number(cite) {
  return cite.textContent.match(/§\s*(\d+(?:\.\d+)*)/)?.[1];
}

// What stands beside a question or a choice can be reached by the tab key; what the chronicle cites is a click away.
function reachable() {
  for (const cite of document.querySelectorAll(".ask .cite, #unit .cite, .general .cite, .notice .cite")) {
    if (cite.tabIndex < 0 && number(cite)) {
      cite.tabIndex = 0;
      cite.setAttribute("role", "button");
    }
  }
  for (const cite of document.querySelectorAll(".entries a.cite, .charts-box a.cite")) cite.tabIndex = -1;
}

if (home) {
  document.documentElement.classList.add("rules-in-place");
  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const cite = event.target.closest(".cite");
    const wanted = cite && number(cite);
    if (wanted) {
      event.preventDefault();
      open(cite, wanted);
    } else if (box && !event.target.closest(".rule-box")) close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && box) {
      event.stopPropagation();
      event.preventDefault();
      close();
    } else if ((event.key === "Enter" || event.key === " ") && event.target.matches?.(".cite[role=button]")) {
      event.preventDefault();
      event.target.click();
    }
  }, true);
  new MutationObserver(reachable).observe(document.querySelector("main"), { childList: true, subtree: true });
  reachable();
}
