import { GraphError } from '../errors.ts';
import { fieldsOf, paged, textOf, type Asked, type Fields } from '../graph/asked.ts';
import { missing, pick } from '../graph/host.ts';
import type { InstagramAccount, Known, PageAccount, World } from '../world.ts';

const fieldsAsked = ({ params }: Asked): Fields => fieldsOf(textOf(params['fields']) ?? '');

export function pageInfo(world: World, page: PageAccount, fields: Fields, usual = ['name']) {
  const instagram = page.igId === undefined ? undefined : world.accounts.get(page.igId);
  const inner = fields['instagram_business_account'];
  const all = {
    id: page.id,
    name: page.name,
    access_token: page.token,
    category: 'Loja de varejo',
    tasks: ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MESSAGING', 'MODERATE', 'MANAGE'],
    picture: { data: { url: `${world.url}/_cdn/none`, is_silhouette: true } },
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

/** GET /me/accounts with a person's token: the pages that were ticked in the dialog. */
export function accountsOf(world: World, pageIds: string[], asked: Asked) {
  const pages = pageIds.flatMap((id) => {
    const page = world.accounts.get(id);
    return page?.kind === 'messenger' ? [page] : [];
  });
  const fields = fieldsAsked(asked);
  const usual = ['access_token', 'category', 'name', 'tasks'];
  return paged(
    world,
    asked,
    pages.map((page) => pageInfo(world, page, fields, usual)),
    (one) => String(one['id']),
  );
}

/** A page's own calls beside `messages`. */
export function pageCall(world: World, page: PageAccount, asked: Asked): unknown {
  const [, edge] = asked.parts;
  switch (edge) {
    case undefined:
      return pageInfo(world, page, fieldsAsked(asked));
    case 'subscribed_apps':
      return subscribedApps(world, page, asked);
    case 'conversations':
      return conversations(world, page, asked);
    default:
      throw missing(asked.method, `${page.id}/${edge}`);
  }
}
export function instagramCall(world: World, account: InstagramAccount, asked: Asked): unknown {
  const [, edge] = asked.parts;
  if (edge !== undefined) throw missing(asked.method, `${account.id}/${edge}`);
  return instagramInfo(account, fieldsAsked(asked), ['id']);
}

function subscribedApps(world: World, page: PageAccount, asked: Asked): unknown {
  const both = [page, ...(page.igId === undefined ? [] : [world.accounts.get(page.igId)!])];
  if (asked.method === 'GET') {
    return {
      data: page.isSubscribed ? [{ id: world.app.id, name: 'Balcão', subscribed_fields: page.subscribedFields }] : [],
    };
  }
  if (asked.method === 'POST') {
    const fields =
      textOf(asked.params['subscribed_fields']) ??
      (Array.isArray(asked.params['subscribed_fields']) ? asked.params['subscribed_fields'].join(',') : '');
    if (fields === '') throw new GraphError(100, { title: 'The parameter subscribed_fields is required.' });
    page.subscribedFields = fields.split(',').map((field) => field.trim());
  }
  for (const account of both) account.isSubscribed = asked.method === 'POST';
  return { success: true };
}

function conversations(world: World, page: PageAccount, asked: Asked) {
  const isInstagram = asked.params['platform'] === 'instagram';
  const account = isInstagram ? world.accounts.get(page.igId ?? '') : page;
  const people = account ? [...account.people.values()] : [];
  const told = people.map(({ person, wroteAtMs }) => ({
    id: `t_${person.id}`,
    updated_time: new Date(wroteAtMs ?? 0).toISOString(),
    participants: {
      data: [
        isInstagram ? { username: person.username ?? '', id: person.id } : { name: person.name ?? '', id: person.id },
      ],
    },
  }));
  return paged(world, asked, told, ({ id }) => id);
}

/** GET /{psid} and /{igsid}: who somebody is. */
export function profileOf(world: World, { person }: Known, isInstagram: boolean, asked: Asked) {
  const [first = '', ...rest] = (person.name ?? '').split(' ');
  const all = {
    id: person.id,
    name: person.name ?? '',
    profile_pic: undefined,
    ...(isInstagram
      ? {
          username: person.username ?? '',
          follower_count: 10,
          is_user_follow_business: true,
          is_business_follow_user: false,
          is_verified_user: false,
        }
      : { first_name: first, last_name: rest.join(' '), locale: 'pt_BR', timezone: -3, gender: undefined }),
  };
  return pick(all, Object.keys(fieldsAsked(asked)), isInstagram ? ['name'] : ['first_name', 'last_name'], 'User');
}
