import { texts } from '../../lib/texts.ts';

/** Loaded with the tab of the messages. */
export const messageTexts = texts({
  direction: { pt: 'Mensagens', en: 'Messages', es: 'Mensajes' },
  received: { pt: 'Recebidas', en: 'Received', es: 'Recibidos' },
  sent: { pt: 'Enviadas', en: 'Sent', es: 'Enviados' },
  total: { pt: '{n} {n|mensagem|mensagens}', en: '{n} {n|message|messages}', es: '{n} {n|mensaje|mensajes}' },
  ofAll: {
    pt: 'As mensagens são de toda a empresa no período. Os outros filtros não valem aqui.',
    en: 'The messages are those of the whole company in the period. The other filters do not apply here.',
    es: 'Los mensajes son de toda la empresa en el período. Los otros filtros no se aplican aquí.',
  },
  at: { pt: 'Horário', en: 'Time', es: 'Hora' },
  sender: { pt: 'Quem escreveu', en: 'Written by', es: 'Quién escribió' },
  customer: { pt: 'Cliente', en: 'Customer', es: 'Cliente' },
  users: { pt: 'Equipe', en: 'Team', es: 'Equipo' },
  bot: { pt: 'Bot', en: 'Bot', es: 'Bot' },
  campaigns: { pt: 'Campanha', en: 'Campaign', es: 'Campaña' },
  phone: { pt: 'Celular', en: 'Phone', es: 'Teléfono' },
  none: { pt: 'Nenhuma mensagem no período', en: 'No messages in the period', es: 'Ningún mensaje en el período' },
});
