import { ReactFlowProvider } from '@xyflow/react';
import { CanvasControls } from './canvas-controls.tsx';
import css from './canvas.module.css';
import { FlowCanvas, type FlowCanvasProps } from './flow-canvas.tsx';
import { CardActionsContext } from './flow-card.tsx';

/** A flow that is only shown: its cards have no actions. */
export function ShownFlow(props: Omit<FlowCanvasProps, 'children'>) {
  return (
    <ReactFlowProvider>
      <div className={css.shown}>
        <CardActionsContext value={null}>
          <FlowCanvas {...props}>
            <CanvasControls views={props.views} edges={props.edges} />
          </FlowCanvas>
        </CardActionsContext>
      </div>
    </ReactFlowProvider>
  );
}
