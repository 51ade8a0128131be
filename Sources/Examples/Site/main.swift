import Elmwood
