import { endpoints } from '@balcao/contract';
import { can } from '@balcao/domain/policy/policy';
import { handle } from '../../infrastructure/http/handle.ts';
import { assertFound } from '../../infrastructure/app-error.ts';
import type { Access } from './access.ts';
import { presentUserBrief, presentUser, presentUserFor } from './access.wire.ts';

export const accessRoutes = ({ sessions, support, users, userPause, pictures, signPicture }: Access) =>
  handle('access', endpoints.access, {
    signIn: ({ body, info }) => sessions.signIn(body, info),
    refresh: ({ info }) => sessions.refresh(info),
    signOut: async ({ actor, info }) => {
      await sessions.signOut(actor, info);
      return undefined;
    },
    signOutEverywhere: async ({ actor, info }) => {
      await sessions.signOutEverywhere(actor, info);
      return undefined;
    },
    me: ({ actor }) => (actor.support ? support.me(actor) : sessions.me(actor)),

    users: async ({ actor, query }) => {
      const { rows, ...page } = await users.list(actor, query.searchParam, query.pageNumber);
      return { users: rows.map((user) => presentUserFor(actor, user, signPicture)), ...page };
    },
    pickUsers: async ({ actor }) =>
      (await users.pick(actor)).map((user) => ({
        ...presentUserBrief(user),
        ...(can(actor, 'user.manage') && { email: user.email }),
      })),
    showUser: async ({ actor, params }) =>
      presentUserFor(
        actor,
        assertFound(await users.find(actor.companyId, params.id), 'ERR_NO_USER_FOUND'),
        signPicture,
      ),
    createUser: async ({ actor, body }) => presentUser(await users.create(actor, body), signPicture),
    updateUser: async ({ actor, params, body }) => presentUser(await users.update(actor, params.id, body), signPicture),
    removeUser: async ({ actor, params }) => {
      await users.remove(actor, params.id);
      return { message: 'User deleted' };
    },
    keepListWidth: async ({ actor, params, body }) =>
      presentUser((await users.saveListWidth(actor, params.id, body.defaultTicketsManagerWidth)).user, signPicture),
    pause: async ({ actor, params, body }) =>
      presentUserFor(actor, await userPause.set(actor, params.id, body.paused), signPicture),
    pictureOfUser: async ({ actor, params, file }) => ({
      user: presentUser(await pictures.save(actor, params.id, file), signPicture),
      message: 'Picture saved',
    }),
  });
