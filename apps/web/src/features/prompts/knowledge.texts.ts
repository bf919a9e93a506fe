import { texts } from '../../lib/texts.ts';

export const knowledgeTexts = texts({
  title: { pt: 'Conhecimento', en: 'Knowledge', es: 'Conocimiento' },
  count: { pt: '{count} de {most}', en: '{count} of {most}', es: '{count} de {most}' },
  lead: {
    pt: 'Textos em que a IA procura a resposta: preços, prazos, políticas. Ela recebe só os trechos que combinam com a pergunta.',
    en: 'Texts in which AI looks for the answer: prices, deadlines, policies. It receives only the passages that fit the question.',
    es: 'Textos donde la IA busca la respuesta: precios, plazos, políticas. Recibe solo los fragmentos que coinciden con la pregunta.',
  },
  saveFirst: {
    pt: 'Salve o prompt para adicionar conhecimento.',
    en: 'Save the prompt to add knowledge.',
    es: 'Guarda el prompt para agregar conocimiento.',
  },
  none: {
    pt: 'Ainda não há conteúdo. A IA responde só com as instruções.',
    en: 'There is no content yet. AI answers with the instructions only.',
    es: 'Aún no hay contenido. La IA responde solo con las instrucciones.',
  },
  addText: { pt: 'Escrever texto', en: 'Write a text', es: 'Escribir texto' },
  addFiles: { pt: 'Enviar arquivos', en: 'Upload files', es: 'Subir archivos' },
  fileHint: {
    pt: 'Arquivos .txt, .md ou .csv em UTF-8, de até 1 MB.',
    en: '.txt, .md or .csv files in UTF-8, up to 1 MB.',
    es: 'Archivos .txt, .md o .csv en UTF-8, de hasta 1 MB.',
  },
  wrongType: {
    pt: '“{name}” não é .txt, .md nem .csv.',
    en: '“{name}” is not .txt, .md or .csv.',
    es: '“{name}” no es .txt, .md ni .csv.',
  },
  tooLarge: {
    pt: '“{name}” tem mais de 1 MB. Divida o arquivo.',
    en: '“{name}” is larger than 1 MB. Split the file.',
    es: '“{name}” tiene más de 1 MB. Divide el archivo.',
  },
  empty: { pt: '“{name}” está vazio.', en: '“{name}” is empty.', es: '“{name}” está vacío.' },
  full: {
    pt: 'Um prompt tem no máximo {most} conteúdos. Exclua um que não é mais usado.',
    en: 'A prompt has at most {most} contents. Delete one that is no longer used.',
    es: 'Un prompt tiene como máximo {most} contenidos. Elimina uno que ya no se use.',
  },
  sending: { pt: 'Enviando {name}', en: 'Uploading {name}', es: 'Subiendo {name}' },
  written: { pt: 'escrito aqui', en: 'written here', es: 'escrito aquí' },
  characters: {
    pt: '{count} {count|caractere|caracteres}',
    en: '{count} {count|character|characters}',
    es: '{count} {count|carácter|caracteres}',
  },
  editNamed: { pt: 'Editar {name}', en: 'Edit {name}', es: 'Editar {name}' },
  removeNamed: { pt: 'Excluir {name}', en: 'Delete {name}', es: 'Eliminar {name}' },
  removeTitle: { pt: 'Excluir “{name}”?', en: 'Delete “{name}”?', es: '¿Eliminar “{name}”?' },
  removeText: {
    pt: 'A IA deixa de responder com este conteúdo.',
    en: 'AI no longer answers with this content.',
    es: 'La IA deja de responder con este contenido.',
  },
  remove: { pt: 'Excluir conteúdo', en: 'Delete content', es: 'Eliminar contenido' },
  removed: { pt: 'Conteúdo excluído', en: 'Content deleted', es: 'Contenido eliminado' },
  newTitle: { pt: 'Novo conteúdo', en: 'New content', es: 'Nuevo contenido' },
  entryTitle: { pt: 'Título', en: 'Title', es: 'Título' },
  entryText: { pt: 'Texto', en: 'Text', es: 'Texto' },
  save: { pt: 'Salvar conteúdo', en: 'Save content', es: 'Guardar contenido' },
  saved: { pt: 'Conteúdo salvo', en: 'Content saved', es: 'Contenido guardado' },
  uploaded: { pt: 'Arquivo adicionado', en: 'File added', es: 'Archivo agregado' },
});
