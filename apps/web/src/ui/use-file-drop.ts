import { useRef, useState, type DragEvent } from 'react';

/** Handlers for an element that receives a dropped file. */
export function useFileDrop(onFile: (file: File | undefined) => void) {
  const [isOver, setOver] = useState(false);
  /** Nested elements: dragenter of a child fires before dragleave of the previous element. */
  const depth = useRef(0);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  const move = (event: DragEvent, step: 1 | -1) => {
    if (!hasFiles(event)) return;
    depth.current = Math.max(0, depth.current + step);
    setOver(depth.current > 0);
  };
  return {
    isOver,
    onDragEnter: (event: DragEvent) => move(event, 1),
    onDragLeave: (event: DragEvent) => move(event, -1),
    onDragOver: (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth.current = 0;
      setOver(false);
      onFile(event.dataTransfer.files[0]);
    },
  };
}
