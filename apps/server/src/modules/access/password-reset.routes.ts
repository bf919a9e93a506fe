import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { PasswordReset } from './password-reset.ts';

const SENT = { status: 200, message: 'Email sent' };
const CHANGED = { status: 200, message: 'Password changed' };

export const passwordResetRoutes = ({ request, reset }: PasswordReset) =>
  handle('passwordReset', endpoints.passwordReset, {
    request: async ({ body, info }) => {
      await request(body.email, info);
      return SENT;
    },
    requestByPath: async ({ params, info }) => {
      await request(params.email, info);
      return SENT;
    },
    reset: async ({ body, info }) => {
      await reset(body, info);
      return CHANGED;
    },
    resetByPath: async ({ params, info }) => {
      await reset(params, info);
      return CHANGED;
    },
  });
