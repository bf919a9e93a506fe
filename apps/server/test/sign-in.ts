import type { MetaAccountLinking } from '../src/channels/meta/account-linking.ts';

let issued = 0;
/** A Meta sign-in that grants everything: a new page and its Instagram account each time. */
export const createTestSignIn = (): MetaAccountLinking => ({
  dialogUrl: (state, redirectUri) => `https://example.com/dialog?${new URLSearchParams({ state, redirectUri })}`,
  exchange: async () => 'a-token-of-a-person',
  exchangeUserToken: async () => 'a-token-of-a-person',
  async pages() {
    const n = ++issued;
    const instagram = { id: `7${n}`, name: `perfil ${n}` };
    return [{ id: `9${n}`, name: `Página ${n}`, token: 'a-token-of-a-page', instagram }];
  },
  subscribe: async () => {},
});
