import { texts } from '../../lib/texts.ts';

export const queueTexts = texts({
  title: { pt: 'Filas', en: 'Queues', es: 'Colas' },
  name: { pt: 'Nome', en: 'Name', es: 'Nombre' },
  order: { pt: 'Ordem', en: 'Order', es: 'Orden' },
  greeting: { pt: 'Saudação', en: 'Greeting', es: 'Saludo' },
  rotation: { pt: 'Roteador', en: 'Rotation', es: 'Rotación' },
  on: { pt: 'Ligado', en: 'On', es: 'Activada' },
  off: { pt: 'Desligado', en: 'Off', es: 'Desactivada' },
  add: { pt: 'Nova fila', en: 'New queue', es: 'Nueva cola' },
  editNamed: { pt: 'Editar {name}', en: 'Edit {name}', es: 'Editar {name}' },
  removeNamed: { pt: 'Excluir {name}', en: 'Delete {name}', es: 'Eliminar {name}' },
  remove: { pt: 'Excluir', en: 'Delete', es: 'Eliminar' },
  save: { pt: 'Salvar fila', en: 'Save queue', es: 'Guardar cola' },
  saved: { pt: 'Fila salva com sucesso!', en: 'Queue saved.', es: '¡Cola guardada!' },
  removed: { pt: 'Fila excluída com sucesso!', en: 'Queue deleted.', es: '¡Cola eliminada!' },
  removeTitle: { pt: 'Excluir a fila “{name}”?', en: 'Delete the queue “{name}”?', es: '¿Eliminar la cola “{name}”?' },
  removeText: {
    pt: 'As conversas dela ficam sem fila e os atendentes deixam de vê-la. Não dá para desfazer.',
    en: 'Its conversations are left without a queue and attendants no longer see it. This cannot be undone.',
    es: 'Sus conversaciones quedan sin cola y los agentes dejan de verla. No se puede deshacer.',
  },

  color: { pt: 'Cor', en: 'Colour', es: 'Color' },
  orderHint: {
    pt: 'Posição no menu do robô; vazio fica por último.',
    en: 'Place in the bot menu; empty comes last.',
    es: 'Posición en el menú del bot; vacío va al final.',
  },
  greetingMessage: { pt: 'Mensagem de saudação', en: 'Greeting message', es: 'Mensaje de saludo' },
  outOfHours: { pt: 'Mensagem fora do expediente', en: 'Out-of-hours message', es: 'Mensaje fuera de horario' },
  rotationText: {
    pt: 'Distribui as conversas em espera entre os atendentes online.',
    en: 'Hands waiting conversations to online attendants in turn.',
    es: 'Reparte las conversaciones en espera entre los agentes en línea.',
  },
  rotationLabel: { pt: 'Roteador automático', en: 'Automatic rotation', es: 'Rotación automática' },
  rotationMinutes: {
    pt: 'Minutos até passar ao próximo',
    en: 'Minutes before the next one',
    es: 'Minutos hasta pasar al siguiente',
  },
  closeTicket: {
    pt: 'Resolver ao entrar na fila',
    en: 'Resolve on entering the queue',
    es: 'Resolver al entrar en la cola',
  },
  closeTicketText: {
    pt: 'Quando o robô coloca a conversa nesta fila, ela é resolvida depois da saudação.',
    en: 'When the bot puts a conversation into this queue, it is resolved after the greeting.',
    es: 'Cuando el bot pone la conversación en esta cola, se resuelve después del saludo.',
  },

  emptyTitle: { pt: 'Nenhuma fila ainda', en: 'No queues yet', es: 'Aún no hay colas' },
  emptyText: {
    pt: 'Filas separam o atendimento: vendas, suporte, financeiro.',
    en: 'Queues divide the work: sales, support, billing.',
    es: 'Las colas separan la atención: ventas, soporte, finanzas.',
  },
});
