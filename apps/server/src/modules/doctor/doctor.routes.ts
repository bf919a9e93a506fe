import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { Doctor } from './doctor.ts';
import { presentReport } from './doctor.wire.ts';

export const doctorRoutes = (doctor: Doctor) =>
  handle('doctor', endpoints.doctor, {
    show: async () => presentReport(await doctor.report()),
    check: async () => presentReport(await doctor.report({ isNow: true })),
    backUp: async ({ actor }) => {
      await doctor.requestBackup(actor);
      return undefined;
    },
    confirmRestored: async ({ actor }) => {
      await doctor.confirmRestored(actor);
      return undefined;
    },
    continueSending: async ({ actor }) => {
      await doctor.continueSending(actor);
      return undefined;
    },
    confirmMove: async ({ actor, params }) => {
      await doctor.confirmMove(actor, params.companyId);
      return undefined;
    },
  });
