"use strict";
// The reader's choice of colours, kept where the browser allows it.
(() => {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const kept = () => { try { return localStorage.getItem("rankrees-theme"); } catch { return null; } };
  const keep = (theme) => { try { localStorage.setItem("rankrees-theme", theme); } catch { /* not allowed */ } };
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  if (["dark", "light"].includes(kept())) root.dataset.theme = kept();
  addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    const show = () => {
      button.setAttribute("aria-pressed", String(isDark()));
      button.textContent = isDark() ? "Light" : "Dark";
      button.setAttribute("aria-label", "Dark colours");
    };
    button.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      keep(root.dataset.theme);
      show();
    });
    system.addEventListener("change", show);
    show();
  });
})();
