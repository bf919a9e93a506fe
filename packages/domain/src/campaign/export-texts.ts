import type { RecipientState } from './campaign.ts';

export interface CampaignExportTexts {
  worksheet: string;
  /** Prefix of the file name; the number of the campaign and the date follow. */
  fileName: string;
  /** In the order of the columns. */
  headers: readonly string[];
  states: Record<RecipientState, string>;
}

/** Texts inside the file with the recipients of a campaign. */
export const campaignExportTexts: Record<'pt' | 'en' | 'es', CampaignExportTexts> = {
  pt: {
    worksheet: 'Campanha',
    fileName: 'campanha',
    headers: [
      'Nome',
      'Número',
      'E-mail',
      'Situação',
      'Motivo',
      'Variação',
      'Confirmação pedida',
      'Confirmou',
      'Enviada',
      'Entregue',
      'Lida',
      'Respondeu',
      'Descadastrou',
    ],
    states: {
      planned: 'Na fila',
      asking: 'Pedindo confirmação',
      asked: 'Aguardando confirmação',
      confirmed: 'Confirmou',
      queued: 'Enviando',
      held: 'Retida pelo canal',
      sent: 'Enviada',
      delivered: 'Entregue',
      read: 'Lida',
      failed: 'Falhou',
      unknown: 'Sem retorno do canal',
      skipped: 'Fora',
      declined: 'Recusou',
      'no-answer': 'Não respondeu',
    },
  },
  en: {
    worksheet: 'Campaign',
    fileName: 'campaign',
    headers: [
      'Name',
      'Number',
      'Email',
      'Status',
      'Reason',
      'Variant',
      'Confirmation requested',
      'Confirmed',
      'Sent',
      'Delivered',
      'Read',
      'Replied',
      'Opted out',
    ],
    states: {
      planned: 'Queued',
      asking: 'Asking for confirmation',
      asked: 'Waiting for confirmation',
      confirmed: 'Confirmed',
      queued: 'Sending',
      held: 'Held by the channel',
      sent: 'Sent',
      delivered: 'Delivered',
      read: 'Read',
      failed: 'Failed',
      unknown: 'No answer of the channel',
      skipped: 'Left out',
      declined: 'Declined',
      'no-answer': 'No answer',
    },
  },
  es: {
    worksheet: 'Campaña',
    fileName: 'campana',
    headers: [
      'Nombre',
      'Número',
      'Correo',
      'Estado',
      'Motivo',
      'Variante',
      'Confirmación pedida',
      'Confirmó',
      'Enviada',
      'Entregada',
      'Leída',
      'Respondió',
      'Se dio de baja',
    ],
    states: {
      planned: 'En cola',
      asking: 'Pidiendo confirmación',
      asked: 'Esperando confirmación',
      confirmed: 'Confirmó',
      queued: 'Enviando',
      held: 'Retenida por el canal',
      sent: 'Enviada',
      delivered: 'Entregada',
      read: 'Leída',
      failed: 'Falló',
      unknown: 'Sin respuesta del canal',
      skipped: 'Fuera',
      declined: 'Rechazó',
      'no-answer': 'No respondió',
    },
  },
};
