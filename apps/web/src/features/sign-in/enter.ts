/** Signing in, and where to go afterwards. Plain calls only: this page loads before anything else does. */
import { plainCall } from '../../lib/plain-call.ts';
import { keep } from '../../lib/storage.ts';
import { SIGNED_IN_HINT, type SignedIn } from '../../lib/token.ts';

export interface Credentials {
  email: string;
  password: string;
  rememberMe: boolean;
}

const HOME = '/tickets';
const OVERDUE = '/financeiro';

export async function enter({ email, password, rememberMe }: Credentials): Promise<void> {
  const session = await plainCall<SignedIn>({
    method: 'POST',
    path: '/auth/login',
    body: { email: email.trim().toLowerCase(), password, rememberMe },
  });
  keep(SIGNED_IN_HINT, '1');
  markJustSignedIn();
  goOn(session);
}

/** An overdue company can only be shown its bill; everyone else goes back to where they were. */
export function goOn({ user }: SignedIn): void {
  location.assign(user.company.expired ? OVERDUE : nextPath(location.href));
}

/** Only a path of this very site is followed: a link to /login must not lead anyone elsewhere. */
export function nextPath(href: string): string {
  const here = new URL(href);
  const asked = here.searchParams.get('next');
  if (!asked?.startsWith('/')) return HOME;
  const next = URL.parse(asked, here.origin);
  if (next?.origin !== here.origin || next.pathname === '/login' || next.pathname === '/') return HOME;
  return next.pathname + next.search + next.hash;
}

/** The app greets and warns once per sign-in, not at every reload. */
function markJustSignedIn(): void {
  try {
    sessionStorage.setItem('balcao.justSignedIn', '1');
  } catch {
    // Without storage the warning is not shown; the due date still stands in the top bar.
  }
}
