import { texts } from '../../lib/texts.ts';

export const automaticTexts = texts({
  title: { pt: 'Fora da janela de 24 horas', en: 'Outside the 24-hour window', es: 'Fuera de la ventana de 24 horas' },
  text: {
    pt: 'O WhatsApp só aceita modelos aprovados quando o cliente está há mais de 24 horas sem escrever. Escolha qual é enviado no lugar de cada mensagem automática; sem modelo, nada é enviado.',
    en: 'WhatsApp only accepts approved templates when the customer has not written for more than 24 hours. Choose which one replaces each automatic message; without a template, nothing is sent.',
    es: 'WhatsApp solo acepta plantillas aprobadas cuando el cliente lleva más de 24 horas sin escribir. Elige cuál se envía en lugar de cada mensaje automático; sin plantilla no se envía nada.',
  },
  none: { pt: 'Não enviar', en: 'Send nothing', es: 'No enviar' },
  greeting: { pt: 'Saudação', en: 'Greeting', es: 'Saludo' },
  farewell: { pt: 'Despedida', en: 'Farewell', es: 'Despedida' },
  transfer: { pt: 'Transferência', en: 'Transfer', es: 'Transferencia' },
  rating: { pt: 'Avaliação', en: 'Rating', es: 'Evaluación' },
  inactive: { pt: 'Aviso de inatividade', en: 'Inactivity warning', es: 'Aviso de inactividad' },
  expired: { pt: 'Resolvida por inatividade', en: 'Resolved due to inactivity', es: 'Resuelta por inactividad' },
  instead: { pt: 'No lugar de: {what}', en: 'Instead of: {what}', es: 'En lugar de: {what}' },
  gap: { pt: '{what}: {gap}', en: '{what}: {gap}', es: '{what}: {gap}' },
  required: { pt: 'Obrigatório', en: 'Required', es: 'Obligatorio' },
  noTemplates: {
    pt: 'Ainda não há modelos aprovados nesta conexão.',
    en: 'This connection has no approved templates yet.',
    es: 'Esta conexión aún no tiene plantillas aprobadas.',
  },
  sync: { pt: 'Buscar na Meta', en: 'Fetch from Meta', es: 'Buscar en Meta' },
  synced: { pt: '{count} modelos encontrados', en: '{count} templates found', es: '{count} plantillas encontradas' },
});
