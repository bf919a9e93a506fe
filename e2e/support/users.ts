/** The users of a journey: created through the API by the admins of the demo companies, and removed afterwards. */
import type { APIRequest, APIRequestContext, Page } from '@playwright/test';

export const DEMO_PASSWORD = 'Balcao-demo-1';

export interface User {
  id: number;
  name: string;
  email: string;
  password: string;
}

/** An admin who works through the API and never opens a page, because a user has only one live session. */
export class AdminApi {
  readonly email: string;
  readonly #api: APIRequest;
  #line: Promise<APIRequestContext> | undefined;
  #token: Promise<string> | undefined;
  readonly #hired = new Map<number, User>();

  constructor(api: APIRequest, email: string) {
    this.#api = api;
    this.email = email;
  }

  async createUser(overrides: Partial<User> & Record<string, unknown> = {}): Promise<User> {
    const suffix = uniqueSuffix();
    const draft = {
      name: `Pessoa ${suffix}`,
      email: `pessoa-${suffix}@example.com`,
      password: DEMO_PASSWORD,
      ...overrides,
    };
    const { id } = await this.call<{ id: number }>('POST', '/users', draft);
    const user = { id, name: draft.name, email: draft.email, password: draft.password };
    this.#hired.set(id, user);
    return user;
  }

  async removeUsers(): Promise<void> {
    for (const id of this.#hired.keys()) {
      // A journey may have removed a user itself.
      await this.call('DELETE', `/users/${id}`).catch((error: unknown) => {
        if (!String(error).includes('ERR_NO_USER_FOUND')) throw error;
      });
      this.#hired.delete(id);
    }
  }

  /** For a user created on a page, whom the journey may have removed itself. */
  async removeUserWith(email: string): Promise<void> {
    type Found = { users: { id: number }[] };
    const { users } = await this.call<Found>('GET', `/users?searchParam=${encodeURIComponent(email)}`);
    for (const { id } of users) await this.call('DELETE', `/users/${id}`);
  }

  async call<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T> {
    const context = (this.#line ??= createApiContext(this.#api));
    const send = async (token: string) =>
      (await context).fetch(`/api${path}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
        ...(body === undefined ? {} : { data: body }),
      });
    const token = await this.#session();
    let answer = await send(token);
    if (answer.status() === 401 || (await answer.text()).includes('ERR_TOKEN_EXPIRED')) {
      // A journey has signed in as this admin, or ten minutes have passed.
      answer = await send(await this.#session(token));
    }
    const text = await answer.text();
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  /** One sign-in for all concurrent calls: each further one would end the one before. */
  async #session(ended?: string): Promise<string> {
    if (ended !== undefined && (await this.#token) === ended) this.#token = undefined;
    this.#token ??= (async () => signInByApi(await this.#line!, this.email, DEMO_PASSWORD))();
    return this.#token;
  }

  async dispose(): Promise<void> {
    await (await this.#line)?.dispose();
  }
}

/** Opens the page with the user already signed in: the refresh cookie is set, as after a reload. */
export async function openSignedIn(page: Page, user: Pick<User, 'email' | 'password'>, path = '/tags'): Promise<void> {
  // A sign-in ends the session of an open page, whose requests would fail.
  if (page.url() !== 'about:blank') await page.goto('about:blank');
  await signInByApi(page.request, user.email, user.password);
  await page.goto(path);
}

export async function signInByApi(api: APIRequestContext, email: string, password: string): Promise<string> {
  const answer = await api.post('/api/auth/login', { data: { email, password } });
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${answer.status()} ${await answer.text()}`);
  return ((await answer.json()) as { token: string }).token;
}

/** An API client without a browser. */
export function createApiContext(api: APIRequest): Promise<APIRequestContext> {
  const baseURL = process.env['BASE_URL'];
  return api.newContext(baseURL ? { baseURL } : {});
}

let count = 0;
/** Names that no other journey of this or an earlier run uses. */
export const uniqueSuffix = (): string => `${Date.now().toString(36)}${(count++).toString(36)}`;
