import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import { presentCompany } from '../companies/index.ts';
import type { Access } from './access.ts';

export const signUpRoutes = ({ signUp, confirmation }: Access) =>
  handle('signUp', endpoints.signUp, {
    puzzle: async () => {
      const { parameters, signature = '' } = await signUp.puzzle();
      return { parameters, signature };
    },
    create: async ({ body, info }) => {
      const created = await signUp.create(body, info);
      return { ...presentCompany(created), emailConfirmed: created.company.verifiedAt !== null };
    },
    confirmEmail: async ({ body, info }) => {
      await confirmation.confirm(body.token, info);
      return { message: 'E-mail confirmed' };
    },
    resendConfirmation: async ({ actor, info }) => {
      await confirmation.resend(actor, info.language);
      return { message: 'Mail sent' };
    },
  });
