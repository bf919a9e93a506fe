import { endpoints } from '@balcao/contract/endpoints/index';
import { answer } from './server.ts';

/** A webhook and a Typebot. */
export const withIntegrations = () =>
  answer(endpoints.integrations.list, () => ({
    queueIntegrations: [
      { id: 6, name: 'Aviso de venda', type: 'webhook' as const },
      { id: 7, name: 'Promo', type: 'typebot' as const },
    ],
    count: 2,
    hasMore: false,
    failingCount: 0,
  }));
