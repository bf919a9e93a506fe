/* Runs before the first paint, so that no page flashes in the wrong theme or brand. A file of its own because the
   content security policy allows no inline script. It must not fail where storage is switched off. */
(() => {
  // Frameworks write plain text through innerHTML; anything that could be markup is refused.
  const types = window.trustedTypes;
  if (types && !types.defaultPolicy) {
    types.createPolicy('default', {
      createHTML(text) {
        if (/[<&]/.test(text)) throw new TypeError('markup as text');
        return text;
      },
      // Only the service worker and the workers of the build; no other script URL.
      createScriptURL(address) {
        const path = address.startsWith(`${location.origin}/`) ? address.slice(location.origin.length) : address;
        if (path !== '/sw.js' && !/^\/assets\/[\w.-]+\.js$/.test(path)) throw new TypeError('script by its address');
        return address;
      },
    });
  }

  const root = document.documentElement;
  const kept = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };

  root.dataset.theme = kept('preferredTheme') === 'dark' ? 'dark' : 'light';
  const density = kept('balcao.density');
  if (density === 'compact' || density === '"compact"') root.dataset.density = 'compact';

  const tags = { pt: 'pt-BR', en: 'en', es: 'es' };
  root.lang = tags[kept('balcao.language')] ?? tags[(navigator.language ?? '').slice(0, 2).toLowerCase()] ?? 'pt-BR';

  const brand = (() => {
    try {
      const told = document.querySelector('meta[name="brand"]');
      return JSON.parse((told && told.content) || kept('balcao.brand') || '{}');
    } catch {
      return {};
    }
  })();
  const isColour = (value) => /^#[0-9a-f]{3,8}$/i.test(value ?? '');
  if (isColour(brand.primaryColorLight)) root.style.setProperty('--brand-light', brand.primaryColorLight);
  if (isColour(brand.primaryColorDark)) root.style.setProperty('--brand-dark', brand.primaryColorDark);
})();
