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

  tabs: { pt: 'Partes da fila', en: 'Parts of the queue', es: 'Partes de la cola' },
  data: { pt: 'Dados', en: 'Data', es: 'Datos' },
  hours: { pt: 'Horários', en: 'Hours', es: 'Horarios' },
  options: { pt: 'Opções', en: 'Options', es: 'Opciones' },
  botSaved: { pt: 'Robô salvo com sucesso!', en: 'Bot saved successfully', es: '¡Bot guardado con éxito!' },

  color: { pt: 'Cor', en: 'Colour', es: 'Color' },
  colorTaken: {
    pt: 'Esta cor já é da fila {name}.',
    en: 'The queue {name} has this colour already.',
    es: 'Este color ya es de la cola {name}.',
  },
  orderHint: {
    pt: 'Posição no menu do robô; vazio fica por último.',
    en: 'Place in the bot menu; empty comes last.',
    es: 'Posición en el menú del bot; vacío va al final.',
  },
  greetingMessage: { pt: 'Mensagem de saudação', en: 'Greeting message', es: 'Mensaje de saludo' },
  greetingHint: {
    pt: 'Dita quando o cliente entra nesta fila, antes das opções.',
    en: 'Said when the customer enters this queue, before its options.',
    es: 'Se dice cuando el cliente entra en esta cola, antes de las opciones.',
  },
  files: { pt: 'Lista de arquivos', en: 'File list', es: 'Lista de archivos' },
  filesHint: {
    pt: 'Enviada ao cliente quando ele entra nesta fila.',
    en: 'Sent to the customer on entering this queue.',
    es: 'Se envía al cliente cuando entra en esta cola.',
  },
  noFiles: { pt: 'Nenhuma', en: 'None', es: 'Ninguna' },
  minutes: { pt: '{minutes} minutos', en: '{minutes} minutes', es: '{minutes} minutos' },
  outOfHours: { pt: 'Mensagem fora do expediente', en: 'Out-of-hours message', es: 'Mensaje fuera de horario' },
  rotationText: {
    pt: 'Distribui as conversas em espera entre os atendentes online.',
    en: 'Hands waiting conversations to online attendants in turn.',
    es: 'Reparte las conversaciones en espera entre los agentes en línea.',
  },
  rotationLabel: { pt: 'Roteador automático', en: 'Automatic rotation', es: 'Rotación automática' },
  rotationMinutes: {
    pt: 'Passar ao próximo depois de',
    en: 'On to the next one after',
    es: 'Pasar al siguiente después de',
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

  hoursText: {
    pt: 'Fora destes horários quem escolhe esta fila recebe a mensagem de fora do expediente.',
    en: 'Outside these hours whoever chooses this queue gets the out-of-hours message.',
    es: 'Fuera de estos horarios quien elige esta cola recibe el mensaje de fuera de horario.',
  },
  hoursOff: {
    pt: 'O expediente está desligado',
    en: 'Service hours are turned off',
    es: 'El horario de atención está desactivado',
  },
  hoursOfCompany: {
    pt: 'O expediente é um só para a empresa',
    en: 'The whole company keeps the same hours',
    es: 'El horario es uno solo para la empresa',
  },
  hoursOfConnection: {
    pt: 'O expediente é de cada conexão',
    en: 'Each connection keeps its own hours',
    es: 'El horario es de cada conexión',
  },
  hoursSwitch: {
    pt: 'Para dar um horário a cada fila, escolha “Por fila” em Configurações › Bot e filas › Expediente.',
    en: 'To give each queue its hours, choose “By queue” under Settings › Bot and queues › Service hours.',
    es: 'Para dar un horario a cada cola, elige “Por fila” en Configuración › Bot y colas › Horario.',
  },
  hoursSwitchSaved: {
    pt: 'Salve a fila e escolha “Por fila” em Configurações › Bot e filas › Expediente.',
    en: 'Save the queue and choose “By queue” under Settings › Bot and queues › Service hours.',
    es: 'Guarda la cola y elige “Por fila” en Configuración › Bot y colas › Horario.',
  },
  openSettings: { pt: 'Abrir configurações', en: 'Open settings', es: 'Abrir configuración' },

  unconnected: {
    pt: 'Falta ligar as filas a uma conexão: é por ela que os clientes chegam.',
    en: 'The queues still have to be tied to a connection: customers come in through it.',
    es: 'Falta unir las colas a una conexión: por ella llegan los clientes.',
  },
  unattended: {
    pt: 'Ninguém atende ainda: {names}. Dê a fila a alguém em Usuários, senão as conversas esperam sem que ninguém veja.',
    en: 'Nobody attends yet: {names}. Give the queue to somebody under Users, or its conversations wait unseen.',
    es: 'Nadie atiende todavía: {names}. Dale la cola a alguien en Usuarios, o las conversaciones esperan sin que nadie las vea.',
  },
  openUsers: { pt: 'Abrir usuários', en: 'Open users', es: 'Abrir usuarios' },
  openConnections: { pt: 'Abrir conexões', en: 'Open connections', es: 'Abrir conexiones' },

  moveNamed: {
    pt: 'Mudar a posição de {name}: arraste ou use as setas',
    en: 'Change the place of {name}: drag or use the arrow keys',
    es: 'Cambiar la posición de {name}: arrastra o usa las flechas',
  },
  movedTo: {
    pt: '{name} agora é a {place}ª de {count}',
    en: '{name} is now number {place} of {count}',
    es: '{name} ahora es la {place}.ª de {count}',
  },

  emptyTitle: { pt: 'Nenhuma fila ainda', en: 'No queues yet', es: 'Aún no hay colas' },
  emptyText: {
    pt: 'Filas separam o atendimento: vendas, suporte, financeiro. Crie as suas e depois ligue-as a uma conexão: com duas ou mais, o robô pergunta ao cliente qual delas quer.',
    en: 'Queues divide the work: sales, support, billing. Make yours and then tie them to a connection: with two or more, the bot asks the customer which one.',
    es: 'Las colas separan la atención: ventas, soporte, finanzas. Crea las tuyas y luego únelas a una conexión: con dos o más, el bot pregunta al cliente cuál quiere.',
  },
});
