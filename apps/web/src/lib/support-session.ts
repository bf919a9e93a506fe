/** The session of a support window: the access that was handed over, renewed with its own token, without a cookie. */
import type { SessionUser } from '@balcao/contract/endpoints/access';
import { request } from './http.ts';
import { receiveAccess, supportAccess } from './support-window.ts';

export async function supportSession(current: string | undefined) {
  const { token } =
    current === undefined
      ? await receiveAccess()
      : await request<{ token: string }>({ method: 'POST', path: '/support-accesses/renew', token: current });
  const { user } = await request<{ user: SessionUser }>({ method: 'GET', path: '/auth/me', token });
  return { token, user, sessionId: supportAccess()?.id ?? '' };
}
