interface Entry {
  status: number;
  pt: string;
  en: string;
  es: string;
}

/** Every way the product says no. Add a row, and all three languages have it. */
export const errors = {
  // Session
  ERR_SESSION_EXPIRED: {
    status: 401,
    pt: 'Sua sessão terminou. Entre de novo.',
    en: 'Your session has ended. Sign in again.',
    es: 'Tu sesión terminó. Entra de nuevo.',
  },
  ERR_TOKEN_EXPIRED: {
    status: 403,
    pt: 'Seu acesso expirou e está sendo renovado.',
    en: 'Your access has expired and is being renewed.',
    es: 'Tu acceso venció y se está renovando.',
  },
  ERR_INVALID_CREDENTIALS: {
    status: 401,
    pt: 'E-mail ou senha não conferem. Tente de novo.',
    en: 'E-mail or password do not match. Try again.',
    es: 'El correo o la contraseña no coinciden. Inténtalo de nuevo.',
  },
  ERR_OUT_OF_HOURS: {
    status: 401,
    pt: 'Você está fora do seu horário de trabalho.',
    en: 'You are outside your working hours.',
    es: 'Estás fuera de tu horario de trabajo.',
  },
  ERR_COMPANY_INACTIVE: {
    status: 401,
    pt: 'O acesso da sua empresa está desativado. Fale com o suporte.',
    en: 'Access for your company is switched off. Contact support.',
    es: 'El acceso de tu empresa está desactivado. Habla con soporte.',
  },
  ERR_TOO_MANY_TRIES: {
    status: 429,
    pt: 'Muitas tentativas. Espere alguns minutos e tente de novo.',
    en: 'Too many tries. Wait a few minutes and try again.',
    es: 'Demasiados intentos. Espera unos minutos e inténtalo de nuevo.',
  },
  ERR_SUBSCRIPTION_EXPIRED: {
    status: 402,
    pt: 'A assinatura da empresa venceu. Fale com o suporte.',
    en: 'The company subscription has expired. Contact support.',
    es: 'La suscripción de la empresa venció. Habla con soporte.',
  },
  ERR_FOREIGN_ORIGIN: {
    status: 403,
    pt: 'Este pedido veio de outro site e foi recusado.',
    en: 'This request came from another site and was refused.',
    es: 'Esta solicitud vino de otro sitio y fue rechazada.',
  },
  ERR_API_TOKEN: {
    status: 403,
    pt: 'Este token não existe mais. Copie o token da página de conexões.',
    en: 'This token no longer exists. Copy the token from the connections page.',
    es: 'Este token ya no existe. Copia el token de la página de conexiones.',
  },
  ERR_API_NOT_IN_PLAN: {
    status: 403,
    pt: 'O plano da empresa não inclui a API de mensagens.',
    en: 'The company plan does not include the messages API.',
    es: 'El plan de la empresa no incluye la API de mensajes.',
  },
  ERR_USER_CREATION_DISABLED: {
    status: 403,
    pt: 'A criação de contas está desativada.',
    en: 'Creating accounts is switched off.',
    es: 'La creación de cuentas está desactivada.',
  },
  ERR_SIGNATURE: {
    status: 401,
    pt: 'A assinatura desta entrega não confere.',
    en: 'The signature of this delivery does not match.',
    es: 'La firma de esta entrega no coincide.',
  },

  // Permission and form
  ERR_NO_PERMISSION: {
    status: 403,
    pt: 'Seu perfil não permite esta ação.',
    en: 'Your profile does not allow this.',
    es: 'Tu perfil no permite esta acción.',
  },
  ERR_VALIDATION: {
    status: 400,
    pt: 'Confira os campos marcados.',
    en: 'Check the marked fields.',
    es: 'Revisa los campos marcados.',
  },
  ERR_NOT_FOUND: {
    status: 404,
    pt: 'Este endereço não existe.',
    en: 'This address does not exist.',
    es: 'Esta dirección no existe.',
  },
  ERR_BODY_TOO_LARGE: {
    status: 413,
    pt: 'O conteúdo enviado é grande demais.',
    en: 'What was sent is too large.',
    es: 'Lo que se envió es demasiado grande.',
  },
  ERR_BAD_REQUEST: {
    status: 400,
    pt: 'Não entendemos este pedido.',
    en: 'We could not read this request.',
    es: 'No pudimos leer esta solicitud.',
  },
  ERR_BUSY: {
    status: 503,
    pt: 'Estamos com muito movimento. Tente de novo em instantes.',
    en: 'We are very busy. Try again in a moment.',
    es: 'Hay mucho movimiento. Inténtalo de nuevo en un momento.',
  },
  ERR_INTERNAL: {
    status: 500,
    pt: 'Algo deu errado do nosso lado. Tente de novo.',
    en: 'Something went wrong on our side. Try again.',
    es: 'Algo salió mal de nuestro lado. Inténtalo de nuevo.',
  },

  // Users
  ERR_NO_USER_FOUND: {
    status: 404,
    pt: 'Este usuário não existe mais.',
    en: 'This user no longer exists.',
    es: 'Este usuario ya no existe.',
  },
  ERR_USER_EMAIL_TAKEN: {
    status: 400,
    pt: 'Já existe um usuário com este e-mail.',
    en: 'A user with this e-mail already exists.',
    es: 'Ya existe un usuario con este correo.',
  },
  ERR_USER_LIMIT_REACHED: {
    status: 400,
    pt: 'O plano da empresa não permite mais usuários.',
    en: 'The company plan allows no more users.',
    es: 'El plan de la empresa no permite más usuarios.',
  },
  ERR_LAST_ADMIN: {
    status: 400,
    pt: 'A empresa precisa de pelo menos um administrador.',
    en: 'The company needs at least one admin.',
    es: 'La empresa necesita al menos un administrador.',
  },
  ERR_USER_IS_SUPER: {
    status: 403,
    pt: 'Um superusuário só é alterado por outro superusuário.',
    en: 'A super user can only be changed by a super user.',
    es: 'Un superusuario solo puede ser cambiado por otro superusuario.',
  },

  // Companies and settings
  ERR_NO_COMPANY_FOUND: {
    status: 404,
    pt: 'Esta empresa não existe.',
    en: 'This company does not exist.',
    es: 'Esta empresa no existe.',
  },
  ERR_NO_SETTING_FOUND: {
    status: 404,
    pt: 'Esta configuração não existe.',
    en: 'This setting does not exist.',
    es: 'Esta configuración no existe.',
  },

  // Queues
  ERR_QUEUE_NOT_FOUND: {
    status: 404,
    pt: 'Esta fila não existe mais.',
    en: 'This queue no longer exists.',
    es: 'Esta fila ya no existe.',
  },
  ERR_CHATBOT_NOT_FOUND: {
    status: 404,
    pt: 'Esta opção não existe mais.',
    en: 'This option no longer exists.',
    es: 'Esta opción ya no existe.',
  },
  ERR_QUEUE_NAME_ALREADY_EXISTS: {
    status: 400,
    pt: 'Já existe uma fila com este nome.',
    en: 'A queue with this name already exists.',
    es: 'Ya existe una fila con este nombre.',
  },
  ERR_QUEUE_COLOR_ALREADY_EXISTS: {
    status: 400,
    pt: 'Esta cor já está em uso em outra fila.',
    en: 'This colour is already used by another queue.',
    es: 'Este color ya se usa en otra fila.',
  },
  ERR_NO_SETTING_CHANGE_FOUND: {
    status: 404,
    pt: 'Esta mudança não está mais no histórico.',
    en: 'This change is no longer in the history.',
    es: 'Este cambio ya no está en el historial.',
  },
  ERR_SETTING_OVERTAKEN: {
    status: 409,
    pt: 'Esta opção mudou de novo depois disso. Nada foi desfeito.',
    en: 'This option has changed again since. Nothing was undone.',
    es: 'Esta opción volvió a cambiar después. No se deshizo nada.',
  },
  ERR_SETTING_TEXT_NEEDED: {
    status: 409,
    pt: 'A mensagem ficaria vazia com a opção ligada. Desligue a opção primeiro.',
    en: 'The message would be empty while its option is on. Switch the option off first.',
    es: 'El mensaje quedaría vacío con la opción activada. Desactiva la opción primero.',
  },
  ERR_NO_HOLIDAY_FOUND: {
    status: 404,
    pt: 'Este feriado não está mais na lista.',
    en: 'This holiday is no longer on the list.',
    es: 'Este feriado ya no está en la lista.',
  },
  ERR_HOLIDAY_LIMIT: {
    status: 400,
    pt: 'A lista de feriados está cheia. Apague os que já passaram.',
    en: 'The list of holidays is full. Remove those that have passed.',
    es: 'La lista de feriados está llena. Borra los que ya pasaron.',
  },
  ERR_QUEUE_LIMIT_REACHED: {
    status: 400,
    pt: 'O plano da empresa não permite mais filas.',
    en: 'The company plan allows no more queues.',
    es: 'El plan de la empresa no permite más filas.',
  },

  // Tags
  ERR_NO_TAG_FOUND: {
    status: 404,
    pt: 'Esta tag não existe mais.',
    en: 'This tag no longer exists.',
    es: 'Esta etiqueta ya no existe.',
  },
  ERR_TAG_ALREADY_EXISTS: {
    status: 400,
    pt: 'Já existe uma tag igual.',
    en: 'The same tag already exists.',
    es: 'Ya existe una etiqueta igual.',
  },
  ERR_NO_LANE_FOUND: {
    status: 404,
    pt: 'Esta coluna do kanban não existe mais.',
    en: 'This kanban lane no longer exists.',
    es: 'Esta columna del kanban ya no existe.',
  },

  // Contacts, tickets and messages
  ERR_NO_CONTACT_FOUND: {
    status: 404,
    pt: 'Este contato não existe mais.',
    en: 'This contact no longer exists.',
    es: 'Este contacto ya no existe.',
  },
  ERR_DUPLICATED_CONTACT: {
    status: 409,
    pt: 'Já existe um contato com este número.',
    en: 'A contact with this number already exists.',
    es: 'Ya existe un contacto con este número.',
  },
  ERR_NO_TICKET_FOUND: {
    status: 404,
    pt: 'Esta conversa não existe mais.',
    en: 'This conversation no longer exists.',
    es: 'Esta conversación ya no existe.',
  },
  ERR_OTHER_OPEN_TICKET: {
    status: 409,
    pt: 'Já existe uma conversa aberta com este contato.',
    en: 'There already is an open conversation with this contact.',
    es: 'Ya hay una conversación abierta con este contacto.',
  },
  ERR_TICKET_IN_OTHER_HANDS: {
    status: 400,
    pt: 'A conversa deste contato está com outro atendente ou em outra fila.',
    en: 'The conversation with this contact is with another attendant or in another queue.',
    es: 'La conversación con este contacto está con otro agente o en otra fila.',
  },
  ERR_CREATING_TICKET: {
    status: 400,
    pt: 'Não foi possível abrir a conversa.',
    en: 'The conversation could not be opened.',
    es: 'No se pudo abrir la conversación.',
  },
  ERR_CREATING_MESSAGE: {
    status: 400,
    pt: 'Não foi possível guardar a mensagem.',
    en: 'The message could not be kept.',
    es: 'No se pudo guardar el mensaje.',
  },

  ERR_TICKET_TRANSITION: {
    status: 409,
    pt: 'A conversa mudou enquanto você olhava. A tela já está atualizada.',
    en: 'The conversation changed meanwhile. The screen is up to date now.',
    es: 'La conversación cambió mientras tanto. La pantalla ya está al día.',
  },
  ERR_TICKET_NEEDS_TAG: {
    status: 400,
    pt: 'Adicione uma tag ao contato antes de resolver',
    en: 'Tag the contact before resolving',
    es: 'Agrega una etiqueta al contacto antes de resolver',
  },
  ERR_NO_TRANSCRIPTION_KEY: {
    status: 409,
    pt: 'A transcrição ainda não está ligada. Um administrador da plataforma pode cadastrar a chave nas configurações.',
    en: 'Transcription is not switched on yet. An admin of the platform can set its key in the settings.',
    es: 'La transcripción aún no está activada. Un administrador de la plataforma puede poner la clave en la configuración.',
  },
  ERR_TRANSCRIPTION_FILE: {
    status: 400,
    pt: 'Formato de URL de áudio inesperado',
    en: 'Unexpected audio address',
    es: 'Formato de URL de audio inesperado',
  },
  ERR_TRANSCRIPTION_INVALID: {
    status: 502,
    pt: 'Dados de transcrição inválidos',
    en: 'Invalid transcription data',
    es: 'Datos de transcripción no válidos',
  },
  ERR_TRANSCRIPTION_FAILED: {
    status: 502,
    pt: 'Erro desconhecido ao transcrever. Tente de novo mais tarde.',
    en: 'Unknown error while transcribing. Try again later.',
    es: 'Error desconocido al transcribir. Inténtalo de nuevo más tarde.',
  },
  ERR_CONTACT_BLOCKED: {
    status: 400,
    pt: 'Este contato está bloqueado.',
    en: 'This contact is blocked.',
    es: 'Este contacto está bloqueado.',
  },
  ERR_NO_MESSAGE_FOUND: {
    status: 404,
    pt: 'Esta mensagem não existe mais.',
    en: 'This message no longer exists.',
    es: 'Este mensaje ya no existe.',
  },
  ERR_EDITING_WAPP_MSG: {
    status: 400,
    pt: 'Esta mensagem não pode mais ser editada.',
    en: 'This message can no longer be edited.',
    es: 'Este mensaje ya no se puede editar.',
  },
  ERR_NOTHING_TO_READ_AGAIN: {
    status: 400,
    pt: 'O cliente ainda não escreveu nesta conversa: não há o que marcar como não lido.',
    en: 'The customer has not written in this conversation yet: there is nothing to mark as unread.',
    es: 'El cliente todavía no escribió en esta conversación: no hay nada que marcar como no leído.',
  },
  ERR_NO_TICKETNOTE_FOUND: {
    status: 404,
    pt: 'Esta observação não existe mais.',
    en: 'This note no longer exists.',
    es: 'Esta nota ya no existe.',
  },
  ERR_NO_QUICKMESSAGE_FOUND: {
    status: 404,
    pt: 'Esta resposta rápida não existe mais.',
    en: 'This quick message no longer exists.',
    es: 'Esta respuesta rápida ya no existe.',
  },
  ERR_QUICKMESSAGE_ALREADY_EXISTS: {
    status: 400,
    pt: 'Você já tem uma resposta rápida com este atalho.',
    en: 'You already have a quick message with this shortcode.',
    es: 'Ya tienes una respuesta rápida con este atajo.',
  },
  ERR_NO_FILE_FOUND: {
    status: 404,
    pt: 'Esta lista de arquivos não existe mais.',
    en: 'This file list no longer exists.',
    es: 'Esta lista de archivos ya no existe.',
  },
  ERR_FILE_LIST_ALREADY_EXISTS: {
    status: 400,
    pt: 'Já existe uma lista de arquivos com este nome.',
    en: 'There is already a file list with this name.',
    es: 'Ya hay una lista de archivos con este nombre.',
  },
  ERR_FILE_LIST_FULL: {
    status: 400,
    pt: 'Uma lista leva no máximo 20 arquivos.',
    en: 'A list takes at most 20 files.',
    es: 'Una lista lleva como máximo 20 archivos.',
  },
  ERR_EMPTY_MESSAGE: { status: 400, pt: 'Escreva uma mensagem.', en: 'Write a message.', es: 'Escribe un mensaje.' },
  ERR_PIX_KEY: {
    status: 400,
    pt: 'Esta chave PIX não confere com o tipo escolhido.',
    en: 'This PIX key does not match the chosen type.',
    es: 'Esta clave PIX no coincide con el tipo elegido.',
  },
  ERR_CONTENT_UNSUPPORTED: {
    status: 400,
    pt: 'Este canal não aceita esse tipo de mensagem.',
    en: 'This channel does not take this kind of message.',
    es: 'Este canal no acepta este tipo de mensaje.',
  },
  ERR_REPLY_WINDOW: {
    status: 400,
    pt: 'Passaram 24 horas desde a última mensagem do cliente. O canal só aceita resposta depois que ele escrever.',
    en: 'It has been 24 hours since the customer last wrote. The channel takes a reply only after they write again.',
    es: 'Pasaron 24 horas desde el último mensaje del cliente. El canal solo acepta respuesta cuando vuelva a escribir.',
  },
  ERR_IDEMPOTENCY_REUSED: {
    status: 422,
    pt: 'Esta chave de idempotência já foi usada com outro conteúdo.',
    en: 'This idempotency key was already used with other content.',
    es: 'Esta clave de idempotencia ya se usó con otro contenido.',
  },
  ERR_IDEMPOTENCY_BUSY: {
    status: 409,
    pt: 'Este pedido ainda está em andamento.',
    en: 'This request is still under way.',
    es: 'Esta solicitud aún está en curso.',
  },
  ERR_NOT_RESENDABLE: {
    status: 409,
    pt: 'Esta mensagem não pode ser reenviada com segurança.',
    en: 'This message cannot be sent again safely.',
    es: 'Este mensaje no se puede reenviar con seguridad.',
  },
  ERR_MERGE_TOO_OLD: {
    status: 409,
    pt: 'Esta união tem mais de 30 dias e não pode mais ser desfeita.',
    en: 'This merge is over 30 days old and can no longer be undone.',
    es: 'Esta unión tiene más de 30 días y ya no se puede deshacer.',
  },

  ERR_NOT_A_PERSON: {
    status: 409,
    pt: 'Um grupo não é uma pessoa: abra os dados de quem participa dele.',
    en: 'A group is not a person: open the data of whoever takes part in it.',
    es: 'Un grupo no es una persona: abre los datos de quien participa en él.',
  },
  ERR_NO_CONSENT: {
    status: 409,
    pt: 'Esta pessoa não tem um consentimento que possa ser retirado.',
    en: 'This person has no consent that could be withdrawn.',
    es: 'Esta persona no tiene un consentimiento que se pueda retirar.',
  },

  // Sheets of contacts
  ERR_NO_IMPORT_FOUND: {
    status: 404,
    pt: 'Esta importação não existe mais.',
    en: 'This import no longer exists.',
    es: 'Esta importación ya no existe.',
  },
  ERR_IMPORT_STATE: {
    status: 409,
    pt: 'A importação já está em outra etapa. A tela já está atualizada.',
    en: 'The import has moved on meanwhile. The screen is up to date now.',
    es: 'La importación ya está en otra etapa. La pantalla ya está al día.',
  },
  ERR_NO_EXPORT_FOUND: {
    status: 404,
    pt: 'Esta exportação não existe mais.',
    en: 'This export no longer exists.',
    es: 'Esta exportación ya no existe.',
  },
  ERR_NOTHING_TO_EXPORT: {
    status: 404,
    pt: 'Elemento não encontrado para exportar.',
    en: 'Nothing was found to export.',
    es: 'No se encontró nada para exportar.',
  },
  ERR_SHEET_INVALID: {
    status: 400,
    pt: 'Arquivo inválido!',
    en: 'Invalid file!',
    es: '¡Archivo inválido!',
  },
  ERR_SHEET_XLS: {
    status: 400,
    pt: 'Este arquivo é do Excel antigo (.xls). Abra-o e salve como .xlsx ou .csv.',
    en: 'This file is from an old Excel (.xls). Open it and save it as .xlsx or .csv.',
    es: 'Este archivo es de un Excel antiguo (.xls). Ábrelo y guárdalo como .xlsx o .csv.',
  },
  ERR_SHEET_TOO_LONG: {
    status: 400,
    pt: 'Esta planilha tem mais de 2.000 linhas. Use a página de importação.',
    en: 'This sheet has more than 2,000 rows. Use the import page.',
    es: 'Esta hoja tiene más de 2.000 filas. Usa la página de importación.',
  },
  ERR_SHEET_NO_NUMBER: {
    status: 400,
    pt: 'Não foi selecionado o campo de número do contato',
    en: 'The field of the contact’s number was not chosen',
    es: 'No se eligió el campo de número del contacto',
  },
  ERR_SHEET_NO_NAME: {
    status: 400,
    pt: 'Não foi selecionado o campo de nome do contato',
    en: 'The field of the contact’s name was not chosen',
    es: 'No se eligió el campo de nombre del contacto',
  },
  ERR_SHEET_NO_ROWS: {
    status: 400,
    pt: 'Nenhum contato selecionado',
    en: 'No contact selected',
    es: 'Ningún contacto seleccionado',
  },
  ERR_SHEET_NAME_TWICE: {
    status: 400,
    pt: 'O campo Nome já foi selecionado.',
    en: 'The field Name was already chosen.',
    es: 'El campo Nombre ya fue elegido.',
  },
  ERR_SHEET_NUMBER_TWICE: {
    status: 400,
    pt: 'O campo Número já foi selecionado.',
    en: 'The field Number was already chosen.',
    es: 'El campo Número ya fue elegido.',
  },
  ERR_SHEET_EMAIL_TWICE: {
    status: 400,
    pt: 'O campo E-mail já foi selecionado.',
    en: 'The field E-mail was already chosen.',
    es: 'El campo Correo ya fue elegido.',
  },
  ERR_SHEET_TAGS_TWICE: {
    status: 400,
    pt: 'O campo Tags já foi selecionado.',
    en: 'The field Tags was already chosen.',
    es: 'El campo Etiquetas ya fue elegido.',
  },
  ERR_SHEET_EXTRA_TWICE: {
    status: 400,
    pt: 'O campo Informação extra já foi selecionado.',
    en: 'The field Extra information was already chosen.',
    es: 'El campo Información adicional ya fue elegido.',
  },
  ERR_NO_ADDRESS_BOOK: {
    status: 400,
    pt: 'Este canal não tem uma agenda de contatos para importar.',
    en: 'This channel has no address book to import.',
    es: 'Este canal no tiene una agenda de contactos para importar.',
  },

  // Connections
  ERR_NO_WAPP_FOUND: {
    status: 404,
    pt: 'Esta conexão não existe mais.',
    en: 'This connection no longer exists.',
    es: 'Esta conexión ya no existe.',
  },
  ERR_NO_OTHER_WHATSAPP: {
    status: 400,
    pt: 'É preciso haver ao menos uma conexão padrão.',
    en: 'There must be at least one default connection.',
    es: 'Debe haber al menos una conexión predeterminada.',
  },
  ERR_NO_DEF_WAPP_FOUND: {
    status: 404,
    pt: 'Nenhuma conexão padrão foi encontrada. Confira a página de conexões.',
    en: 'No default connection was found. Check the connections page.',
    es: 'No se encontró una conexión predeterminada. Revisa la página de conexiones.',
  },
  ERR_WAPP_NOT_INITIALIZED: {
    status: 400,
    pt: 'A sessão desta conexão não foi iniciada. Confira a página de conexões.',
    en: 'The session of this connection was not started. Check the connections page.',
    es: 'La sesión de esta conexión no se inició. Revisa la página de conexiones.',
  },
  ERR_WAPP_CHECK_CONTACT: {
    status: 400,
    pt: 'Não foi possível verificar o contato. Confira a página de conexões.',
    en: 'The contact could not be verified. Check the connections page.',
    es: 'No se pudo verificar el contacto. Revisa la página de conexiones.',
  },
  ERR_WAPP_INVALID_CONTACT: {
    status: 400,
    pt: 'Este não é um número válido do WhatsApp.',
    en: 'This is not a valid WhatsApp number.',
    es: 'Este no es un número válido de WhatsApp.',
  },
  ERR_WAPP_DOWNLOAD_MEDIA: {
    status: 400,
    pt: 'Não foi possível baixar a mídia. Confira a página de conexões.',
    en: 'The media could not be downloaded. Check the connections page.',
    es: 'No se pudo descargar el archivo. Revisa la página de conexiones.',
  },
  ERR_WAPP_GREETING_REQUIRED: {
    status: 400,
    pt: 'Escreva a saudação: ela é obrigatória quando há mais de uma fila.',
    en: 'Write the greeting: it is required when there is more than one queue.',
    es: 'Escribe el saludo: es obligatorio cuando hay más de una fila.',
  },
  ERR_SENDING_WAPP_MSG: {
    status: 400,
    pt: 'A mensagem não saiu. Confira a página de conexões.',
    en: 'The message was not sent. Check the connections page.',
    es: 'El mensaje no salió. Revisa la página de conexiones.',
  },
  ERR_DELETE_WAPP_MSG: {
    status: 400,
    pt: 'Não foi possível apagar a mensagem no canal.',
    en: 'The message could not be deleted on the channel.',
    es: 'No se pudo borrar el mensaje en el canal.',
  },
  ERR_FETCH_WAPP_MSG: {
    status: 400,
    pt: 'Não encontramos a mensagem no canal. Talvez seja muito antiga.',
    en: 'The message was not found on the channel. It may be too old.',
    es: 'No encontramos el mensaje en el canal. Quizás sea muy antiguo.',
  },
  ERR_WAPP_NAME_TAKEN: {
    status: 400,
    pt: 'Já existe uma conexão com este nome neste canal.',
    en: 'A connection with this name already exists on this channel.',
    es: 'Ya existe una conexión con este nombre en este canal.',
  },
  ERR_CONNECTION_LIMIT_REACHED: {
    status: 400,
    pt: 'O plano da empresa não permite mais conexões neste canal.',
    en: 'The company plan allows no more connections on this channel.',
    es: 'El plan de la empresa no permite más conexiones en este canal.',
  },
  ERR_CHANNEL_NOT_IN_PLAN: {
    status: 403,
    pt: 'O plano da empresa não inclui este canal.',
    en: 'The company plan does not include this channel.',
    es: 'El plan de la empresa no incluye este canal.',
  },
  ERR_PROVIDER_UNAVAILABLE: {
    status: 400,
    pt: 'Este tipo de conexão ainda não está disponível aqui.',
    en: 'This kind of connection is not available here yet.',
    es: 'Este tipo de conexión aún no está disponible aquí.',
  },
  ERR_CHANNEL_DOWN: {
    status: 503,
    pt: 'O canal não respondeu. A mensagem espera e sai quando ele voltar.',
    en: 'The channel did not answer. The message waits and leaves when it is back.',
    es: 'El canal no respondió. El mensaje espera y sale cuando vuelva.',
  },
  ERR_CHANNEL_REFUSED: {
    status: 400,
    pt: 'O canal recusou a mensagem.',
    en: 'The channel refused the message.',
    es: 'El canal rechazó el mensaje.',
  },
  ERR_CHANNEL_RATE: {
    status: 429,
    pt: 'O canal pediu para ir mais devagar. A mensagem sai em instantes.',
    en: 'The channel asked to slow down. The message leaves in a moment.',
    es: 'El canal pidió ir más despacio. El mensaje sale en un momento.',
  },
  ERR_CHANNEL_ACCOUNT: {
    status: 400,
    pt: 'O canal não aceita mais esta conta. Conecte de novo.',
    en: 'The channel no longer accepts this account. Connect it again.',
    es: 'El canal ya no acepta esta cuenta. Conéctala de nuevo.',
  },
  ERR_OUTCOME_UNKNOWN: {
    status: 409,
    pt: 'Não sabemos se a mensagem saiu. Confira antes de reenviar.',
    en: 'We cannot tell whether the message left. Check before sending again.',
    es: 'No sabemos si el mensaje salió. Revisa antes de reenviar.',
  },
} satisfies Record<`ERR_${string}`, Entry>;

export type ErrorCode = keyof typeof errors;
export type Language = 'pt' | 'en' | 'es';
export const languages = ['pt', 'en', 'es'] as const satisfies readonly Language[];

/** The body of every refusal. */
export interface ErrorBody {
  /** A code of this catalogue; for a ticket that stands in the way, that ticket as JSON text. */
  error: string;
  /** The code, where `error` is taken by something else. */
  code?: ErrorCode;
  /** The sentence, in the caller's language. */
  message: string;
  /** With ERR_VALIDATION: which fields are wrong, and how. */
  fields?: { field: string; rule: string; message: string }[];
}
