import { texts } from '../../lib/texts.ts';

export const connectionTexts = texts({
  title: { pt: 'Conexões', en: 'Connections', es: 'Conexiones' },
  name: { pt: 'Canal e nome', en: 'Channel and name', es: 'Canal y nombre' },
  number: { pt: 'Número', en: 'Number', es: 'Número' },
  status: { pt: 'Situação', en: 'Status', es: 'Estado' },
  session: { pt: 'Sessão', en: 'Session', es: 'Sesión' },
  updated: { pt: 'Atualizado', en: 'Updated', es: 'Actualizado' },
  justNow: { pt: 'Agora há pouco', en: 'Just now', es: 'Hace un momento' },
  isDefault: { pt: 'Padrão', en: 'Default', es: 'Predeterminada' },
  simulator: { pt: 'simulador', en: 'simulator', es: 'simulador' },
  window: {
    pt: 'No Facebook e no Instagram, o bot responde até 24 horas depois da última mensagem do cliente, e os atendentes até 7 dias.',
    en: 'On Facebook and Instagram, the bot can reply up to 24 hours after the customer’s last message, and agents up to 7 days.',
    es: 'En Facebook e Instagram, el bot responde hasta 24 horas después del último mensaje del cliente, y los agentes hasta 7 días.',
  },

  // What can be done
  add: { pt: 'Nova conexão', en: 'New connection', es: 'Nueva conexión' },
  ofLimit: { pt: '{count} de {limit}', en: '{count} of {limit}', es: '{count} de {limit}' },
  limitReached: { pt: 'limite do plano', en: 'plan limit', es: 'límite del plan' },
  editNamed: { pt: 'Editar {name}', en: 'Edit {name}', es: 'Editar {name}' },
  removeNamed: { pt: 'Excluir {name}', en: 'Delete {name}', es: 'Eliminar {name}' },
  playNamed: {
    pt: 'Abrir {name} no simulador',
    en: 'Open {name} in the simulator',
    es: 'Abrir {name} en el simulador',
  },
  readQr: { pt: 'Ler QR Code', en: 'Scan the QR code', es: 'Leer el código QR' },
  tryAgain: { pt: 'Tentar de novo', en: 'Try again', es: 'Intentar de nuevo' },
  newQr: { pt: 'Novo QR', en: 'New QR', es: 'Nuevo QR' },
  mend: { pt: 'Corrigir', en: 'Fix', es: 'Corregir' },
  disconnect: { pt: 'Desconectar', en: 'Disconnect', es: 'Desconectar' },
  connecting: { pt: 'Conectando', en: 'Connecting', es: 'Conectando' },
  ofConnection: { pt: '{act}: {name}', en: '{act}: {name}', es: '{act}: {name}' },
  restart: { pt: 'Reiniciar conexões', en: 'Restart connections', es: 'Reiniciar conexiones' },
  restartTitle: {
    pt: 'Reiniciar todas as conexões?',
    en: 'Restart all connections?',
    es: '¿Reiniciar todas las conexiones?',
  },
  restartText: {
    pt: 'Elas caem por alguns instantes e voltam sozinhas. Nenhuma mensagem se perde.',
    en: 'They drop for a moment and come back by themselves. No message is lost.',
    es: 'Caen por unos instantes y vuelven solas. No se pierde ningún mensaje.',
  },
  restarted: {
    pt: 'Conexões reiniciando',
    en: 'Connections are restarting',
    es: 'Las conexiones se están reiniciando',
  },
  disconnectTitle: { pt: 'Desconectar {name}?', en: 'Disconnect {name}?', es: '¿Desconectar {name}?' },
  disconnectText: {
    pt: 'As mensagens deixam de chegar por ela. Para voltar, pode ser preciso ler um novo QR Code.',
    en: 'Messages stop arriving through it. To reconnect, you may have to scan a new QR code.',
    es: 'Los mensajes dejan de llegar por ella. Para volver puede hacer falta leer un nuevo código QR.',
  },
  removeTitle: {
    pt: 'Excluir a conexão “{name}”?',
    en: 'Delete the connection “{name}”?',
    es: '¿Eliminar la conexión “{name}”?',
  },
  removeText: {
    pt: 'Ela é desconectada, e as conversas dela ficam sem conexão: não dá mais para responder por ali. Não dá para desfazer.',
    en: 'It is disconnected and its conversations are left without a connection: they can no longer be answered. This cannot be undone.',
    es: 'Se desconecta y sus conversaciones quedan sin conexión: ya no se pueden responder. No se puede deshacer.',
  },
  removePageText: {
    pt: 'A página e o Instagram ligado a ela são desconectados juntos, e as conversas ficam sem conexão: não dá mais para responder por ali. Não dá para desfazer.',
    en: 'The page and the Instagram account that belongs to it are disconnected together, and their conversations are left without a connection: they can no longer be answered. This cannot be undone.',
    es: 'La página y el Instagram vinculado a ella se desconectan juntos, y las conversaciones quedan sin conexión: ya no se pueden responder. No se puede deshacer.',
  },
  remove: { pt: 'Excluir', en: 'Delete', es: 'Eliminar' },
  removed: { pt: 'Conexão excluída', en: 'Connection deleted', es: 'Conexión eliminada' },
  emptyTitle: { pt: 'Nenhuma conexão ainda', en: 'No connections yet', es: 'Aún no hay conexiones' },
  emptyText: {
    pt: 'Conecte um número ou uma página para receber mensagens e escolha as filas que ela atende. Para conhecer, use o simulador: não precisa de conta.',
    en: 'Connect a number or a page to receive messages and choose the queues it serves. To try it out, use the simulator: no account needed.',
    es: 'Conecta un número o una página para recibir mensajes y elige las colas que atiende. Para probar, usa el simulador: no hace falta cuenta.',
  },

  nobodyCarries: {
    pt: 'Nenhum tipo de conexão está ligado neste servidor. Fale com o administrador do servidor.',
    en: 'No connection type is turned on for this server. Contact the server administrator.',
    es: 'Este servidor no tiene ningún tipo de conexión activado. Contacta al administrador del servidor.',
  },

  // The code to be read
  qrTitle: { pt: 'Conectar {name}', en: 'Connect {name}', es: 'Conectar {name}' },
  qrStep1: {
    pt: 'Abra o WhatsApp no celular.',
    en: 'Open WhatsApp on the phone.',
    es: 'Abre WhatsApp en el teléfono.',
  },
  qrStep2: {
    pt: 'Toque em Mais opções no Android ou em Configurações no iPhone.',
    en: 'Tap More options on Android or Settings on an iPhone.',
    es: 'Toca Más opciones en Android o Configuración en iPhone.',
  },
  qrStep3: {
    pt: 'Escolha Dispositivos conectados e depois Conectar dispositivo.',
    en: 'Choose Linked devices and then Link a device.',
    es: 'Elige Dispositivos vinculados y luego Vincular dispositivo.',
  },
  qrStep4: {
    pt: 'Aponte a câmera para o código.',
    en: 'Point the camera at the code.',
    es: 'Apunta la cámara al código.',
  },
  qrSimulated: {
    pt: 'Esta é uma conexão simulada: o celular do simulador lê o código.',
    en: 'This is a simulated connection: the simulator’s phone scans the code.',
    es: 'Esta es una conexión simulada: el teléfono del simulador lee el código.',
  },
  qrScan: {
    pt: 'Ler com o celular simulado',
    en: 'Scan with the simulated phone',
    es: 'Leer con el teléfono simulado',
  },
  qrKeepOn: {
    pt: 'Deixe o celular ligado e com internet na primeira conexão.',
    en: 'Keep the phone on and online for the first connection.',
    es: 'Deja el teléfono encendido y con internet en la primera conexión.',
  },
  qrRenewsItself: {
    pt: 'O código se renova sozinho.',
    en: 'The code renews itself.',
    es: 'El código se renueva solo.',
  },
  qrCloses: {
    pt: 'Esta janela fecha sozinha quando conectar.',
    en: 'This window closes by itself once connected.',
    es: 'Esta ventana se cierra sola al conectar.',
  },
  qrRenew: { pt: 'Gerar novo código', en: 'Generate a new code', es: 'Generar un nuevo código' },
  qrPicture: { pt: 'QR Code para conectar', en: 'QR code to connect', es: 'Código QR para conectar' },
  qrWaiting: { pt: 'Gerando o código…', en: 'Generating the code…', es: 'Generando el código…' },

  // The code to be typed
  pairHow: { pt: 'Como conectar o celular', en: 'How to link the phone', es: 'Cómo vincular el teléfono' },
  pairByQr: { pt: 'Ler QR Code', en: 'Scan a QR code', es: 'Leer código QR' },
  pairByCode: { pt: 'Digitar um código', en: 'Type a code', es: 'Escribir un código' },
  pairNumber: { pt: 'Número deste WhatsApp', en: 'Number of this WhatsApp', es: 'Número de este WhatsApp' },
  pairNumberHint: {
    pt: 'Com o país e o DDD, como 55 00 91234-5678.',
    en: 'With country and area code, like 55 00 91234-5678.',
    es: 'Con código de país y de área, como 55 00 91234-5678.',
  },
  pairNumberWrong: {
    pt: 'Escreva o número com o país, como 55 00 91234-5678',
    en: 'Enter the number with its country code, like 55 00 91234-5678',
    es: 'Escribe el número con el código de país, como 55 00 91234-5678',
  },
  pairMake: { pt: 'Gerar código', en: 'Generate code', es: 'Generar código' },
  pairStep3: {
    pt: 'Escolha Dispositivos conectados, Conectar dispositivo e depois Conectar com número de telefone.',
    en: 'Choose Linked devices, Link a device and then Link with phone number.',
    es: 'Elige Dispositivos vinculados, Vincular dispositivo y luego Vincular con número de teléfono.',
  },
  pairStep4: { pt: 'Digite este código.', en: 'Type this code.', es: 'Escribe este código.' },
  pairCode: {
    pt: 'Código para digitar no celular',
    en: 'Code to type on the phone',
    es: 'Código para escribir en el teléfono',
  },

  // The token
  token: { pt: 'Token da API', en: 'API token', es: 'Token de la API' },
  tokenText: {
    pt: 'Identifica esta conexão nos envios pela API. Termina em {last4}; por segurança, só aparece inteiro quando é gerado.',
    en: 'Identifies this connection when messages are sent through the API. Ends in {last4}; for security, it is shown in full only when it is generated.',
    es: 'Identifica esta conexión en los envíos por la API. Termina en {last4}; por seguridad, solo se muestra entero cuando se genera.',
  },
  tokenNew: { pt: 'Gerar novo token', en: 'Generate a new token', es: 'Generar un nuevo token' },
  tokenNewTitle: {
    pt: 'Gerar um novo token para “{name}”?',
    en: 'Generate a new token for “{name}”?',
    es: '¿Generar un nuevo token para “{name}”?',
  },
  tokenNewText: {
    pt: 'O token atual deixa de valer na hora: as integrações que o usam precisam do novo.',
    en: 'The current token stops working immediately: integrations that use it need the new one.',
    es: 'El token actual deja de valer al instante: las integraciones que lo usan necesitan el nuevo.',
  },
  tokenOnce: {
    pt: 'Copie e guarde agora: por segurança, ele não aparece de novo.',
    en: 'Copy and save it now: for security, it is not shown again.',
    es: 'Cópialo y guárdalo ahora: por seguridad, no se muestra de nuevo.',
  },
  copy: { pt: 'Copiar', en: 'Copy', es: 'Copiar' },
  copied: { pt: 'Token copiado', en: 'Token copied', es: 'Token copiado' },
  copyFailed: {
    pt: 'O navegador não deixou copiar. Selecione o texto e copie.',
    en: 'The browser did not allow copying. Select the text and copy it.',
    es: 'El navegador no permitió copiar. Selecciona el texto y cópialo.',
  },
});
