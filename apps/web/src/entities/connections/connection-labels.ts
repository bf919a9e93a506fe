/** Names and colors of channels and connection states. */
import type { Connection } from '@balcao/contract/endpoints/connections';
import { texts } from '../../lib/texts.ts';

export const connectionLabels = texts({
  whatsapp: { pt: 'WhatsApp', en: 'WhatsApp', es: 'WhatsApp' },
  whatsappapi: { pt: 'WhatsApp API oficial', en: 'WhatsApp official API', es: 'WhatsApp API oficial' },
  facebook: { pt: 'Facebook', en: 'Facebook', es: 'Facebook' },
  instagram: { pt: 'Instagram', en: 'Instagram', es: 'Instagram' },
  OPENING: { pt: 'Conectando…', en: 'Connecting…', es: 'Conectando…' },
  qrcode: { pt: 'Aguardando QR Code', en: 'Waiting for the QR code', es: 'Esperando el código QR' },
  PAIRING: { pt: 'Vinculando…', en: 'Linking…', es: 'Vinculando…' },
  CONNECTED: { pt: 'Conectado', en: 'Connected', es: 'Conectado' },
  TIMEOUT: { pt: 'Sem resposta', en: 'Not answering', es: 'Sin respuesta' },
  DISCONNECTED: { pt: 'Desconectado', en: 'Disconnected', es: 'Desconectado' },
});

export const toneOfStatus = {
  OPENING: 'info',
  qrcode: 'warn',
  PAIRING: 'info',
  CONNECTED: 'success',
  TIMEOUT: 'warn',
  DISCONNECTED: 'danger',
} as const satisfies Record<Connection['status'], string>;
