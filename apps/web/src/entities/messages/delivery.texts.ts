import { texts } from '../../lib/texts.ts';

/** How far a message of ours got. */
export const deliveryTexts = texts({
  ackQueued: { pt: 'Na fila de envio', en: 'In the send queue', es: 'En la cola de envío' },
  ackHeld: {
    pt: 'Aceita pelo canal, que avalia a qualidade antes de entregar',
    en: 'Accepted by the channel, which checks its quality before delivery',
    es: 'Aceptado por el canal, que evalúa la calidad antes de entregar',
  },
  ackSent: { pt: 'Enviada', en: 'Sent', es: 'Enviado' },
  ackDelivered: { pt: 'Entregue', en: 'Delivered', es: 'Entregado' },
  ackRead: { pt: 'Lida', en: 'Read', es: 'Leído' },
  ackPlayed: { pt: 'Ouvida', en: 'Played', es: 'Escuchado' },
  ackDone: { pt: 'Concluída', en: 'Done', es: 'Completado' },
  ackFailed: { pt: 'Não enviada', en: 'Not sent', es: 'No se envió' },
  ackUnknown: { pt: 'Envio sem confirmação', en: 'Sending not confirmed', es: 'Envío sin confirmación' },
});
