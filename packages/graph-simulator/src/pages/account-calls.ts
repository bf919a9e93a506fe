import { GraphError } from '../errors.ts';
import { fieldsOf, paged, textOf, type GraphRequest, type Fields } from '../graph/graph-request.ts';
import { missing, pick } from '../graph/host.ts';
import type { InstagramAccount, AccountCustomer, PageAccount, SimulatorState } from '../state.ts';

const requestedFields = ({ params }: GraphRequest): Fields => fieldsOf(textOf(params['fields']) ?? '');

export function pageInfo(state: SimulatorState, page: PageAccount, fields: Fields, usual = ['name']) {
  const instagram = page.igId === undefined ? undefined : state.accounts.get(page.igId);
  const inner = fields['instagram_business_account'];
  const all = {
    id: page.id,
    name: page.name,
    access_token: page.token,
    category: 'Loja de varejo',
    tasks: ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MESSAGING', 'MODERATE', 'MANAGE'],
    picture: { data: { url: `${state.url}/_cdn/none`, is_silhouette: true } },
    link: `https://www.facebook.com/${page.id}`,
    username: undefined,
    instagram_business_account: instagram?.kind === 'instagram' ? instagramInfo(instagram, inner ?? {}, []) : undefined,
    connected_instagram_account: instagram ? { id: instagram.id } : undefined,
  };
  return pick(all, Object.keys(fields), usual, 'Page');
}

function instagramInfo({ id, username }: InstagramAccount, fields: Fields, usual: string[]) {
  const all = { id, username, name: username, profile_picture_url: undefined, followers_count: 10, ig_id: id };
  return pick(all, Object.keys(fields), usual, 'IGUser');
}

/** GET /me/accounts with a user token: the pages selected in the dialog. */
export function accountsOf(state: SimulatorState, pageIds: string[], request: GraphRequest) {
  const pages = pageIds.flatMap((id) => {
    const page = state.accounts.get(id);
    return page?.kind === 'messenger' ? [page] : [];
  });
  const fields = requestedFields(request);
  const usual = ['access_token', 'category', 'name', 'tasks'];
  return paged(
    state,
    request,
    pages.map((page) => pageInfo(state, page, fields, usual)),
    (page) => String(page['id']),
  );
}

/** Calls of a page other than `messages`. */
export function pageCall(state: SimulatorState, page: PageAccount, request: GraphRequest): unknown {
  const [, edge] = request.parts;
  switch (edge) {
    case undefined:
      return pageInfo(state, page, requestedFields(request));
    case 'subscribed_apps':
      return subscribedApps(state, page, request);
    case 'conversations':
      return conversations(state, page, request);
    default:
      throw missing(request.method, `${page.id}/${edge}`);
  }
}
export function instagramCall(state: SimulatorState, account: InstagramAccount, request: GraphRequest): unknown {
  const [, edge] = request.parts;
  if (edge !== undefined) throw missing(request.method, `${account.id}/${edge}`);
  return instagramInfo(account, requestedFields(request), ['id']);
}

function subscribedApps(state: SimulatorState, page: PageAccount, request: GraphRequest): unknown {
  const both = [page, ...(page.igId === undefined ? [] : [state.accounts.get(page.igId)!])];
  if (request.method === 'GET') {
    return {
      data: page.isSubscribed ? [{ id: state.app.id, name: 'Balcão', subscribed_fields: page.subscribedFields }] : [],
    };
  }
  if (request.method === 'POST') {
    const fields =
      textOf(request.params['subscribed_fields']) ??
      (Array.isArray(request.params['subscribed_fields']) ? request.params['subscribed_fields'].join(',') : '');
    if (fields === '') throw new GraphError(100, { title: 'The parameter subscribed_fields is required.' });
    page.subscribedFields = fields.split(',').map((field) => field.trim());
  }
  for (const account of both) account.isSubscribed = request.method === 'POST';
  return { success: true };
}

function conversations(state: SimulatorState, page: PageAccount, request: GraphRequest) {
  const isInstagram = request.params['platform'] === 'instagram';
  const account = isInstagram ? state.accounts.get(page.igId ?? '') : page;
  const customers = account ? [...account.customers.values()] : [];
  const conversationList = customers.map(({ profile, wroteAtMs }) => ({
    id: `t_${profile.id}`,
    updated_time: new Date(wroteAtMs ?? 0).toISOString(),
    participants: {
      data: [
        isInstagram
          ? { username: profile.username ?? '', id: profile.id }
          : { name: profile.name ?? '', id: profile.id },
      ],
    },
  }));
  return paged(state, request, conversationList, ({ id }) => id);
}

/** GET /{psid} and /{igsid}: profile of a contact. */
export function profileOf(
  state: SimulatorState,
  { profile }: AccountCustomer,
  isInstagram: boolean,
  request: GraphRequest,
) {
  const [first = '', ...lastNames] = (profile.name ?? '').split(' ');
  const all = {
    id: profile.id,
    name: profile.name ?? '',
    profile_pic: undefined,
    ...(isInstagram
      ? {
          username: profile.username ?? '',
          follower_count: 10,
          is_user_follow_business: true,
          is_business_follow_user: false,
          is_verified_user: false,
        }
      : { first_name: first, last_name: lastNames.join(' '), locale: 'pt_BR', timezone: -3, gender: undefined }),
  };
  return pick(all, Object.keys(requestedFields(request)), isInstagram ? ['name'] : ['first_name', 'last_name'], 'User');
}
