"use strict";
const form = document.querySelector("form");
const answer = document.getElementById("answer");
let latest = 0;

async function ask(address) {
  const turn = ++latest;
  answer.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(address, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.getElementById("answer");
    if (turn !== latest) return;
    if (!fresh) throw new Error(`The server answered with status ${response.status}.`);
    answer.replaceChildren(...fresh.childNodes);
    document.title = page.title;
  } catch (error) {
    if (turn !== latest) return;
    const sentence = document.createElement("p");
    sentence.className = "problem";
    sentence.setAttribute("role", "alert");
    sentence.textContent = error instanceof TypeError ? "The server cannot be reached. Is it running?" : error.message;
    answer.replaceChildren(sentence);
  }
  answer.removeAttribute("aria-busy");
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const address = "?" + new URLSearchParams(new FormData(form));
  history.pushState(null, "", address);
  ask(address);
});

addEventListener("popstate", () => {
  const values = new URLSearchParams(location.search);
  for (const name of ["q", "languages"]) form.elements[name].value = values.get(name) ?? "";
  ask(location.search || "./");
});
