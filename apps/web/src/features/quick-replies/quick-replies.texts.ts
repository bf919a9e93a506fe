import { texts } from '../../lib/texts.ts';

export const quickReplyTexts = texts({
  title: { pt: 'Respostas rápidas', en: 'Quick replies', es: 'Respuestas rápidas' },
  search: { pt: 'Buscar por atalho', en: 'Search by shortcode', es: 'Buscar por atajo' },
  shortcode: { pt: 'Atalho', en: 'Shortcode', es: 'Atajo' },
  message: { pt: 'Mensagem', en: 'Message', es: 'Mensaje' },
  attachment: { pt: 'Anexo', en: 'Attachment', es: 'Adjunto' },
  forWhom: { pt: 'Para quem', en: 'For whom', es: 'Para quién' },
  author: { pt: 'Autor', en: 'Author', es: 'Autor' },
  you: { pt: 'Você', en: 'You', es: 'Tú' },

  add: { pt: 'Nova resposta', en: 'New reply', es: 'Nueva respuesta' },
  editNamed: { pt: 'Editar {name}', en: 'Edit {name}', es: 'Editar {name}' },
  viewNamed: { pt: 'Ver {name}', en: 'View {name}', es: 'Ver {name}' },
  removeNamed: { pt: 'Excluir {name}', en: 'Delete {name}', es: 'Eliminar {name}' },
  remove: { pt: 'Excluir', en: 'Delete', es: 'Eliminar' },
  save: { pt: 'Salvar resposta', en: 'Save reply', es: 'Guardar respuesta' },

  everyoneEdits: { pt: 'Todos editam', en: 'Everyone edits', es: 'Todos editan' },
  everyoneUses: { pt: 'Todos usam', en: 'Everyone uses', es: 'Todos usan' },
  onlyAuthor: { pt: 'Só o autor', en: 'Author only', es: 'Solo el autor' },

  shortcodeHint: {
    pt: 'Na conversa, digite / e o atalho.',
    en: 'In a conversation, type / and the shortcode.',
    es: 'En la conversación, escribe / y el atajo.',
  },
  messageNeeded: {
    pt: 'Escreva a mensagem ou anexe um arquivo',
    en: 'Write the message or attach a file',
    es: 'Escribe el mensaje o adjunta un archivo',
  },
  preview: { pt: 'Como chega ao cliente', en: 'As the customer receives it', es: 'Como llega al cliente' },
  previewEmpty: {
    pt: 'A prévia aparece enquanto você escreve.',
    en: 'The preview appears as you write.',
    es: 'La vista previa aparece mientras escribes.',
  },

  visao: { pt: 'Visível para a equipe', en: 'Visible to the team', es: 'Visible para el equipo' },
  visaoText: {
    pt: 'Os colegas também encontram e usam esta resposta.',
    en: 'Colleagues can also find and use this reply.',
    es: 'Los colegas también encuentran y usan esta respuesta.',
  },
  geral: { pt: 'Todos podem editar', en: 'Everyone can edit', es: 'Todos pueden editar' },
  geralText: {
    pt: 'Qualquer colega que a vê pode mudar ou excluir.',
    en: 'Any colleague who sees it can change or delete it.',
    es: 'Cualquier colega que la vea puede cambiarla o eliminarla.',
  },

  attach: { pt: 'Anexar arquivo', en: 'Attach a file', es: 'Adjuntar archivo' },
  replace: { pt: 'Trocar', en: 'Replace', es: 'Cambiar' },
  detach: { pt: 'Remover anexo', en: 'Remove the attachment', es: 'Quitar adjunto' },
  fileTooLarge: {
    pt: 'O arquivo passa de {most} MB. Escolha um menor.',
    en: 'The file is over {most} MB. Choose a smaller one.',
    es: 'El archivo supera {most} MB. Elige uno más pequeño.',
  },
  fileEmpty: {
    pt: 'O arquivo está vazio.',
    en: 'The file is empty.',
    es: 'El archivo está vacío.',
  },
  attachFailed: {
    pt: 'O texto foi salvo, o anexo não. Tente salvar de novo.',
    en: 'The text was saved, the attachment was not. Try saving again.',
    es: 'El texto se guardó, el adjunto no. Intenta guardar de nuevo.',
  },

  readOnly: {
    pt: 'Só {name} pode mudar esta resposta. Você pode usá-la nas conversas.',
    en: 'Only {name} can change this reply. You can use it in conversations.',
    es: 'Solo {name} puede cambiar esta respuesta. Puedes usarla en las conversaciones.',
  },
  readOnlyGone: {
    pt: 'O autor saiu da empresa: só um administrador pode mudar esta resposta.',
    en: 'The author has left the company: only an administrator can change this reply.',
    es: 'Su autor dejó la empresa: solo un administrador puede cambiar esta respuesta.',
  },
  close: { pt: 'Fechar', en: 'Close', es: 'Cerrar' },

  saved: { pt: 'Resposta salva', en: 'Reply saved', es: 'Respuesta guardada' },
  removed: { pt: 'Resposta excluída', en: 'Reply deleted', es: 'Respuesta eliminada' },
  removeTitle: {
    pt: 'Excluir a resposta “{name}”?',
    en: 'Delete the reply “{name}”?',
    es: '¿Eliminar la respuesta “{name}”?',
  },
  removeText: {
    pt: 'Some para todos que a usam. As mensagens já enviadas continuam. Não dá para desfazer.',
    en: 'It disappears for everyone who uses it. Messages already sent stay. This cannot be undone.',
    es: 'Desaparece para todos los que la usan. Los mensajes ya enviados se conservan. No se puede deshacer.',
  },

  emptyTitle: { pt: 'Nenhuma resposta ainda', en: 'No replies yet', es: 'Aún no hay respuestas' },
  emptyText: {
    pt: 'Guarde o que você escreve todo dia. Exemplo: /pix traz “Oi, {{firstName}}! Nossa chave PIX é…”.',
    en: 'Save what you write every day. Example: /pix inserts “Hi, {{firstName}}! Our PIX key is…”.',
    es: 'Guarda lo que escribes cada día. Ejemplo: /pix inserta “¡Hola, {{firstName}}! Nuestra clave PIX es…”.',
  },
  nothingTitle: {
    pt: 'Nada encontrado para “{search}”',
    en: 'Nothing found for “{search}”',
    es: 'Nada encontrado para “{search}”',
  },
  clear: { pt: 'Limpar busca', en: 'Clear search', es: 'Limpiar búsqueda' },
});
