// Must be first: later imports read storage while they load.
import './services/kit/deviceStorage.ts';
import { createRoot } from 'react-dom/client';
import { inspect } from './developer/inspectionPoint.ts';
import { recordOnDemand } from './developer/recordOnDemand.ts';
import { startApp } from './startApp.ts';
import { Root } from './views/shell/Root.tsx';
import './ui/tokens.css';

const start = () => createRoot(document.getElementById('root') as HTMLElement).render(<Root app={startApp({ inspect })} />);

// Not awaited: the recorder's chunk imports this one, and would wait for its end.
void recordOnDemand().catch(console.error).then(start);
