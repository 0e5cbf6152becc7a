/** Forms of facts: lists open only after "있어요", and children get as many boxes as needed. */

function withLists(form) {
  for (const radios of form.querySelectorAll('[name$="_known"][value="yes"]')) {
    const name = radios.name.replace(/_known$/, "");
    const box = form.querySelector(`[name="${name}"]`)?.closest(".field");
    const show = () => {
      const chosen = form.querySelector(`[name="${radios.name}"]:checked`)?.value;
      const filled = [...box.querySelectorAll(`[name="${name}"]`)].some((input) =>
        input.type === "checkbox" ? input.checked : input.value,
      );
      // A filled box is never hidden: what is in it would be sent unseen.
      box.hidden = chosen !== "yes" && !filled && !box.classList.contains("field--error");
    };
    form.addEventListener("change", (event) => event.target.name === radios.name && show());
    show();
  }
}

function withMoreDates(dates) {
  const add = document.createElement("button");
  add.type = "button";
  add.className = "button button--quiet";
  add.textContent = "자녀 한 명 더 적기";
  add.addEventListener("click", () => {
    const boxes = dates.querySelectorAll("input");
    const last = boxes[boxes.length - 1];
    const box = last.cloneNode();
    box.value = "";
    box.id = last.id.replace(/\d+$/, String(boxes.length + 1));
    box.setAttribute("aria-label", `${boxes.length + 1}번째 생년월일`);
    last.after(box);
    box.focus();
  });
  dates.after(add);
}

export function withFacts(root) {
  for (const form of root.querySelectorAll("[data-profile-form]")) {
    withLists(form);
    form.querySelectorAll("[data-date-list]").forEach(withMoreDates);
  }
}

withFacts(document);
