/**
 * The router facade: the only importer of the original, and only the parts that screens use. A shared module ships
 * whole, so a name more here is bytes more for every page.
 */
export {
  BrowserRouter,
  Link,
  MemoryRouter,
  Navigate,
  Outlet,
  Route,
  Routes,
  matchPath,
  useLocation,
  useNavigate,
  useParams,
} from 'react-router-dom';
