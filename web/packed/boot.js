try {const theme = localStorage.getItem("toodoo.theme");if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme
} catch {}
