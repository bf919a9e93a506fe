import { texts } from '../../../lib/texts.ts';

export const canvasTexts = texts({
  canvas: { pt: 'Desenho do fluxo', en: 'Drawing of the flow', es: 'Dibujo del flujo' },
  duplicateNamed: { pt: 'Duplicar {title}', en: 'Duplicate {title}', es: 'Duplicar {title}' },
  removeNamed: { pt: 'Excluir {title}', en: 'Delete {title}', es: 'Eliminar {title}' },
  error: { pt: 'Tem um erro', en: 'Has an error', es: 'Tiene un error' },
  warning: { pt: 'Tem um alerta', en: 'Has a warning', es: 'Tiene una alerta' },
  edgeNamed: { pt: 'De {source} para {target}', en: 'From {source} to {target}', es: 'De {source} a {target}' },
  zoomIn: { pt: 'Aproximar', en: 'Zoom in', es: 'Acercar' },
  zoomOut: { pt: 'Afastar', en: 'Zoom out', es: 'Alejar' },
  fit: { pt: 'Ver tudo', en: 'Show everything', es: 'Ver todo' },
  organize: { pt: 'Organizar', en: 'Arrange', es: 'Organizar' },
  organizeFailed: {
    pt: 'Este fluxo é grande demais para organizar sozinho.',
    en: 'This flow is too large to be arranged automatically.',
    es: 'Este flujo es demasiado grande para organizarlo solo.',
  },
  minimap: { pt: 'Mapa do fluxo', en: 'Map of the flow', es: 'Mapa del flujo' },
  nodeHelp: {
    pt: 'Enter abre, as setas movem, Delete exclui. Para ligar blocos pelo teclado, use a Lista.',
    en: 'Enter opens, arrows move, Delete removes. To connect blocks by keyboard, use the List.',
    es: 'Enter abre, las flechas mueven, Supr elimina. Para conectar con el teclado, usa la Lista.',
  },
  edgeHelp: {
    pt: 'Enter escolhe a ligação, Delete exclui.',
    en: 'Enter selects the connection, Delete removes it.',
    es: 'Enter elige la conexión, Supr la elimina.',
  },
  moved: { pt: 'Bloco movido', en: 'Block moved', es: 'Bloque movido' },
  port: { pt: 'Ponto de ligação', en: 'Connection point', es: 'Punto de conexión' },
});
