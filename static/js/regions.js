/** 시·군·구 of the chosen 시·도 only. Without this script the groups of the list do the same. */

export function withRegions(root) {
  for (const area of root.querySelectorAll("[data-regions]:has(select[name$=sido])")) {
    const sido = area.querySelector("select[name$=sido]");
    const sigungu = area.querySelector("select[name$=sigungu]");
    const groups = [...sigungu.querySelectorAll("optgroup")];

    const show = () => {
      for (const group of groups) {
        if (group.label === sido.value) sigungu.append(group);
        else group.remove();
      }
      sigungu.disabled = !groups.some((group) => group.isConnected);
    };

    sido.addEventListener("change", () => {
      sigungu.value = "";
      show();
    });
    show();
  }
}

withRegions(document);
