import type { CheckId } from '@balcao/domain/doctor/checks';

interface CheckText {
  pt: string;
  en: string;
  es: string;
}
export interface CheckTexts {
  name: CheckText;
  remedy: CheckText;
}
/** Checks of the area «access»: how people reach the product, and which servers act. */
export const accessCheckTexts = {
  publicUrl: {
    name: { pt: 'Endereço público', en: 'Public address', es: 'Dirección pública' },
    remedy: {
      pt: 'PUBLIC_URL não chega a este servidor. Confira o DNS, o proxy e API_NODES.',
      en: 'PUBLIC_URL does not reach this server. Check DNS, the proxy and API_NODES.',
      es: 'PUBLIC_URL no llega a este servidor. Revisa el DNS, el proxy y API_NODES.',
    },
  },
  webSocket: {
    name: {
      pt: 'WebSocket pelo endereço público',
      en: 'WebSocket at the public address',
      es: 'WebSocket por la dirección pública',
    },
    remedy: {
      pt: 'O proxy não passa WebSockets, e as telas se atualizam com atraso. Encaminhe Upgrade e Connection de /socket.io.',
      en: 'The proxy does not pass WebSockets, so screens update late. Forward Upgrade and Connection of /socket.io.',
      es: 'El proxy no pasa WebSockets y las pantallas se actualizan tarde. Reenvía Upgrade y Connection de /socket.io.',
    },
  },
  trustProxy: {
    name: { pt: 'Endereço dos clientes', en: 'Addresses of clients', es: 'Dirección de los clientes' },
    remedy: {
      pt: 'Defina TRUST_PROXY com o endereço do proxy, que deve enviar X-Forwarded-For. Sem proxy, deixe TRUST_PROXY vazio.',
      en: 'Set TRUST_PROXY to the address of the proxy, which must send X-Forwarded-For. Without a proxy, leave it empty.',
      es: 'Define TRUST_PROXY con la dirección del proxy, que debe enviar X-Forwarded-For. Sin proxy, déjalo vacío.',
    },
  },
  certificate: {
    name: { pt: 'Certificado HTTPS', en: 'HTTPS certificate', es: 'Certificado HTTPS' },
    remedy: {
      pt: 'Veja por que o proxy não renova o certificado: as portas 80 e 443 precisam chegar até ele.',
      en: 'See why the proxy does not renew the certificate: ports 80 and 443 must reach it.',
      es: 'Mira por qué el proxy no renueva el certificado: los puertos 80 y 443 deben llegar a él.',
    },
  },
  movedCompanies: {
    name: {
      pt: 'Empresas trazidas sem confirmação',
      en: 'Moved companies to confirm',
      es: 'Empresas traídas sin confirmar',
    },
    remedy: {
      pt: 'Nada sai sozinho delas. Pare a empresa no servidor antigo e confirme em /doctor, ou execute npm run move-in -- --confirm NÚMERO.',
      en: 'Nothing of theirs starts by itself. Stop the company on the former server and confirm at /doctor, or run npm run move-in -- --confirm NUMBER.',
      es: 'Nada sale solo de ellas. Detén la empresa en el servidor anterior y confirma en /doctor, o ejecuta npm run move-in -- --confirm NÚMERO.',
    },
  },
  restored: {
    name: { pt: 'Servidor restaurado', en: 'Restored server', es: 'Servidor restaurado' },
    remedy: {
      pt: 'Confirme acima que só este servidor está em uso e depois continue os envios.',
      en: 'Confirm above that only this server is in use, then continue sending.',
      es: 'Confirma arriba que solo este servidor está en uso y luego continúa los envíos.',
    },
  },
} satisfies Partial<Record<CheckId, CheckTexts>>;
