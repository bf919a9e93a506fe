import { endpoints } from '@balcao/contract';
import { may } from '@balcao/domain/policy/policy';
import { handle } from '../../foundation/http/handle.ts';
import { found } from '../../foundation/refusal.ts';
import type { Access } from './access.ts';
import { showBrief, showUser, showUserTo } from './access.wire.ts';

export const accessRoutes = ({ sessions, users, pausing, pictures, signPicture }: Access) =>
  handle('access', endpoints.access, {
    signIn: ({ body, visit }) => sessions.signIn(body, visit),
    refresh: ({ visit }) => sessions.refresh(visit),
    signOut: async ({ actor, visit }) => {
      await sessions.signOut(actor, visit);
      return undefined;
    },
    signOutEverywhere: async ({ actor, visit }) => {
      await sessions.signOutEverywhere(actor, visit);
      return undefined;
    },
    me: ({ actor }) => sessions.me(actor),

    users: async ({ actor, query }) => {
      const { rows, ...page } = await users.list(actor, query.searchParam, query.pageNumber);
      return { users: rows.map((user) => showUserTo(actor, user, signPicture)), ...page };
    },
    pickUsers: async ({ actor }) =>
      (await users.pick(actor)).map((user) => ({
        ...showBrief(user),
        ...(may(actor, 'user.manage') && { email: user.email }),
      })),
    showUser: async ({ actor, params }) =>
      showUserTo(actor, found(await users.show(actor.companyId, params.id), 'ERR_NO_USER_FOUND'), signPicture),
    createUser: async ({ actor, body }) => showUser(await users.create(actor, body), signPicture),
    updateUser: async ({ actor, params, body }) => showUser(await users.update(actor, params.id, body), signPicture),
    removeUser: async ({ actor, params }) => {
      await users.remove(actor, params.id);
      return { message: 'User deleted' };
    },
    keepListWidth: async ({ actor, params, body }) =>
      showUser((await users.keepListWidth(actor, params.id, body.defaultTicketsManagerWidth)).user, signPicture),
    pause: async ({ actor, params, body }) =>
      showUserTo(actor, await pausing.set(actor, params.id, body.paused), signPicture),
    pictureOfUser: async ({ actor, params, file }) => ({
      user: showUser(await pictures.keep(actor, params.id, file), signPicture),
      message: 'Picture saved',
    }),
  });
