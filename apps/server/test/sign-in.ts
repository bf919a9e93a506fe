import type { MetaLinking } from '../src/channels/meta/linking.ts';

let given = 0;
/** Signing in at Meta where everything is granted: a page and its Instagram account, new ones each time. */
export const aSignIn = (): MetaLinking => ({
  dialogUrl: (state, redirectUri) => `https://example.com/dialog?${new URLSearchParams({ state, redirectUri })}`,
  exchange: async () => 'a-token-of-a-person',
  lasting: async () => 'a-token-of-a-person',
  async pages() {
    const n = ++given;
    const instagram = { id: `7${n}`, name: `perfil ${n}` };
    return [{ id: `9${n}`, name: `Página ${n}`, token: 'a-token-of-a-page', instagram }];
  },
  subscribe: async () => {},
});
